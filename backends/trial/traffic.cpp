#include "backends/trial/traffic.hpp"

#include <bit>

#include "algorithms/facts/collective.hpp"
#include "points/serving.hpp"

namespace collsim {

PointTraffic traffic(const Point& point) {
  const auto [about, options] = serving(point);
  PointTraffic traffic;
  if (const Shape shape = point.shape(); about->has_cost(shape, options)) {
    for (const auto& stage : about->cost(shape, options)) {
      traffic.messages += static_cast<double>(stage.repeat) * static_cast<double>(stage.messages);
      traffic.bytes += static_cast<double>(stage.repeat) * static_cast<double>(stage.volume);
    }
  } else {
    const auto p = static_cast<unsigned>(point.processes);
    // Between all pairs of ranks, unless a node has one that sends to the root or is sent to by it.
    const bool of_nodes = about->knows_nodes && collective(point.collective).rooted;
    traffic.messages = 2.0 * p * (std::bit_width(p) + (of_nodes ? 0 : p));
    traffic.bytes = 2.0 * p * static_cast<double>(point.bytes());
  }
  return {traffic.messages * point.loop, traffic.bytes * point.loop};
}

double seconds_for_data(const Point& point, const PointTraffic& all) {
  constexpr double seconds_per_byte = 1.1e-9;  // touched: sent, or of a rank's vectors
  constexpr double vectors_per_rank = 3;       // send, receive, expected
  if (point.data == Data::time) return 0;
  return (vectors_per_rank * point.processes * static_cast<double>(point.bytes()) + all.bytes) *
         seconds_per_byte;
}

}  // namespace collsim
