#include "scenarios/effort.hpp"

#include <bit>

namespace collsim {
namespace {

// Measured with a release build on one core of a 2-core virtual x86 machine: processor time of `collsim run`
// on star, cray_t3e and hamilton at 2 to 256 ranks, 8 B to 16 MiB, fitted by hand to about +-30 %.
constexpr double seconds_per_trial = 15e-3;  // fork, loading, bookkeeping
constexpr double seconds_per_rank = 60e-6;
// Of a message and of what its ranks compute. SimGrid shares every resource anew whenever one of its users
// comes or goes: the ranks of a node share its memory, all ranks share the event queue.
constexpr double seconds_per_message = 6e-6;
constexpr double seconds_per_message_and_rank = 25e-9;
constexpr double seconds_per_message_and_neighbour = 0.5e-6;
constexpr double seconds_per_byte = 1.2e-9;  // touched in *verify*: sent, or of a rank's vectors
constexpr double vectors_per_rank = 3;       // send, receive, expected
constexpr double seconds_per_formula = 10e-6;

struct Traffic {
  double messages = 0;
  double bytes = 0;
};

/// Of all ranks together: counted from the cost, or that of two trees where none is known.
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
    traffic.messages = 2.0 * p * std::bit_width(p);
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
         traffic.messages * (seconds_per_message + ranks * seconds_per_message_and_rank +
                             point.ppn * seconds_per_message_and_neighbour) +
         (point.data == "verify" ? touched * seconds_per_byte : 0);
}

}  // namespace collsim
