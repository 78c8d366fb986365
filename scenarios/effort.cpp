#include "scenarios/effort.hpp"

#include <bit>

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

struct Traffic {
  double messages = 0;
  double bytes = 0;
};

/// Of all ranks together: counted from the cost. Where none is known, that of two trees, and the p^2 small
/// messages with which a library learns where the ranks are.
Traffic traffic_of(const Point& point) {
  const Description& about = describe(point.collective, point.algorithm);
  Traffic traffic;
  if (about.cost) {
    for (const auto& stage : about.cost(point.shape(), point.options)) {
      traffic.messages += static_cast<double>(stage.repeat) * static_cast<double>(stage.messages);
      traffic.bytes += static_cast<double>(stage.repeat) * static_cast<double>(stage.volume);
    }
  } else {
    const auto p = static_cast<unsigned>(point.processes);
    traffic.messages = 2.0 * p * (std::bit_width(p) + p);
    traffic.bytes = 2.0 * p * static_cast<double>(point.bytes());
  }
  return {traffic.messages * point.loop, traffic.bytes * point.loop};
}

}  // namespace

double effort(const Point& point) {
  if (point.backend == "native") return 1;
  if (point.backend == "model") return seconds_per_formula;
  const double ranks = point.processes;
  const Traffic traffic = traffic_of(point);
  const double touched = vectors_per_rank * ranks * static_cast<double>(point.bytes()) + traffic.bytes;
  return seconds_per_trial + ranks * seconds_per_rank +
         traffic.messages * (seconds_per_message + ranks * seconds_per_message_and_rank) +
         (point.data == "verify" ? touched * seconds_per_byte : 0);
}

}  // namespace collsim
