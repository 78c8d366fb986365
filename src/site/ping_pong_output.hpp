#pragma once

#include <filesystem>
#include <vector>

#include "models/fit.hpp"

namespace collsim {

/// What point-to-point benchmarks say of two ranks.
struct PingPongOutput {
  std::vector<PingPong> times;  ///< sizes rise; none: only rates were measured
  double rate = 0;              ///< the most bytes per second of osu_bw; 0: not measured
};

/// Reads what osu_latency, osu_bw or both, one after the other, and IMB-MPI1 PingPong print. Throws Error: none of
/// these, a size that is there twice in a table, a time of nothing.
PingPongOutput read_ping_pong_output(const std::filesystem::path& file);

}  // namespace collsim
