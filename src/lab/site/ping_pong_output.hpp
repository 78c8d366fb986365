#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "models/fit.hpp"

namespace collsim {

/// Bytes per second by size of a message.
using RateBySize = std::map<std::int64_t, double>;

/// What point-to-point benchmarks say of two ranks, or of several pairs of them.
struct PingPongOutput {
  std::vector<PingPong> times = {};      ///< sizes rise; none: only rates were measured
  RateBySize one_way = {};               ///< of messages one after the other: osu_bw
  RateBySize both_ways = {};             ///< of both directions together: osu_bibw, Exchange
  std::map<int, RateBySize> pairs = {};  ///< of so many pairs together, one way: osu_mbw_mr

  /// The most that one pair sends one way; 0: not measured.
  double rate() const {
    double most = 0;
    for (const auto& [bytes, rate] : one_way) most = std::max(most, rate);
    return most;
  }
};

/// Reads what osu_latency, osu_bw, osu_bibw, osu_mbw_mr, IMB-MPI1 PingPong and Exchange (of two ranks) print, one after the
/// other. Throws Error: none of these, a size that is there twice in a table, a time of nothing.
PingPongOutput read_ping_pong_output(const std::filesystem::path& file);

}  // namespace collsim
