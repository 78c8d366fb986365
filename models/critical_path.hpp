#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/facts/trace.hpp"
#include "models/hockney.hpp"

namespace collsim {

/// A piece of the critical path, from `begin` to `end` in seconds on the backend's clock.
struct Segment {
  enum class Kind {
    message,  ///< from its later post until its wait ends
    combine,
    copy,
    wait  ///< nothing that the trace explains
  };
  Kind kind;
  int rank;            ///< whose event it is
  int from, to;        ///< of the message; -1 for the others
  std::int64_t bytes;  ///< of the message, or combined, or copied
  double begin, end;
};

/// Where the time of a path went, in seconds. A message is worth its alpha and beta on the undisturbed wire;
/// what it took beyond that (contention), and time that no event explains, is waiting.
struct Shares {
  double alpha = 0, beta = 0, gamma = 0, copying = 0, waiting = 0;
};

/// Why a run took as long as it did.
struct CriticalPath {
  std::vector<Segment> segments;  ///< in order of time, without gaps from `begin` to `end`
  Shares shares;                  ///< their sum is end - begin
  double begin = 0, end = 0;
};

/// Undisturbed seconds per byte combined and per byte copied on a rank.
using Work = std::function<std::pair<double, double>(int rank)>;

/// Walks from the finish of the last rank back to `begin`, the common start of the ranks. A rank's local work
/// leads to what it did before; a wait leads over its message to the later of the two posts, and on at the
/// rank that made it. What local work took beyond `work` is waiting, too (memory shared with other ranks).
/// `traces[rank]` come from a simulated run, whose clock is the same for all ranks; `wire` is the network
/// without contention. Throws Error if the traces do not fit together (see match()).
CriticalPath critical_path(const std::vector<Trace>& traces, double begin, const Wire& wire,
                           const Work& work);

/// What a link carried in a run.
struct LinkLoad {
  std::string link;
  std::int64_t bytes;
  double seconds;  ///< that the link needs for them at its full bandwidth
};

/// The links that a message passes, with their bytes per second.
using LinksBetween = std::function<std::vector<std::pair<std::string, double>>(int from, int to)>;

/// Bytes that ranks sent each other, by sender and receiver.
std::map<std::pair<int, int>, std::int64_t> bytes_between(const std::vector<Trace>& traces);

/// All links that carried a message, the busiest (most seconds) first, then by name.
std::vector<LinkLoad> link_loads(const std::vector<Trace>& traces, const LinksBetween& route);

}  // namespace collsim
