#include "scenarios/effort.hpp"

#include "backends/trial/traffic.hpp"

namespace collsim {
namespace {

// Measured with a release build on a virtual x86 machine of 2 cores: processor time of `collsim run` on star,
// cray_t3e and hamilton, 2 to 256 ranks, 8 B to 16 MiB. A factor of two is not rare for a single trial; whole
// scenarios came out within -20 % to +80 %.
constexpr double seconds_per_trial = 15e-3;  // fork, loading, bookkeeping: less on platforms of few nodes
constexpr double seconds_per_rank = 60e-6;
constexpr double seconds_per_message = 6e-6;
constexpr double seconds_per_message_and_rank = 25e-9;  // the simulator's queues grow with the ranks
constexpr double seconds_per_byte = 1.1e-9;             // touched in *verify*: sent, or of a rank's vectors
constexpr double vectors_per_rank = 3;                  // send, receive, expected
constexpr double seconds_per_formula = 10e-6;

// The fast engine: a process for itself, fibers, messages, which take longer where links are shared, where the ranks
// do not fit the processor's cache, and where those of a node wait for its memory (bench/README.md).
constexpr double seconds_per_fast_trial = 2e-3;
constexpr double seconds_per_fast_rank = 4e-6;
constexpr double seconds_per_fast_message = 110e-9;
constexpr double seconds_per_contending_message = 230e-9;
constexpr double slower_beyond_cache = 3.2;
constexpr int ranks_in_cache = 4096;  // as fast::Engine::Settings::crowd
constexpr double seconds_per_message_through_memory = 400e-9;

double fast_message(const Point& point) {
  const bool contends = point.network == "links" || point.network == "fluid";
  const double crossing = contends ? seconds_per_contending_message : seconds_per_fast_message;
  return (point.processes > ranks_in_cache ? slower_beyond_cache : 1) * crossing +
         (point.ppn > 1 ? seconds_per_message_through_memory : 0);
}

}  // namespace

double effort(const Point& point) {
  if (point.backend == "native") return 1;
  if (point.backend == "model") return seconds_per_formula;
  const double ranks = point.processes;
  const TotalTraffic all = traffic(point);
  const double touched = vectors_per_rank * ranks * static_cast<double>(point.bytes()) + all.bytes;
  const double data = point.data == "verify" ? touched * seconds_per_byte : 0;
  if (point.backend == "fast")
    return seconds_per_fast_trial + ranks * seconds_per_fast_rank + all.messages * fast_message(point) + data;
  return seconds_per_trial + ranks * seconds_per_rank +
         all.messages * (seconds_per_message + ranks * seconds_per_message_and_rank) + data;
}

}  // namespace collsim
