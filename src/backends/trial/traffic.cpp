#include "backends/trial/traffic.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/nested.hpp"
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
    const bool prefixes = point.collective == "scan" || point.collective == "exscan";
    // Between all pairs of ranks; of a rank and each node; or of nodes of which one rank exchanges with the root, or with
    // those whose prefixes it doubles.
    if (!about->knows_nodes)
      traffic.messages = 2.0 * p * (std::bit_width(p) + p);
    else if (collective(point.collective).rooted || prefixes)
      traffic.messages = 2.0 * p * std::bit_width(p);
    else
      traffic.messages =
          1.0 * p * (std::bit_width(p) + (shape.nodes ? shape.nodes->count() : point.processes));
    traffic.bytes = 2.0 * p * static_cast<double>(point.bytes());
  }
  return {traffic.messages * point.loop, traffic.bytes * point.loop};
}

double messages_at_once(const Point& point) {
  const auto [about, options] = serving(point);
  const Collective& own = collective(point.collective);
  if (own.rooted || own.combines ||
      std::ranges::none_of(algorithms_in(*about, options), &Description::concurrent))
    return 0;
  const double all = traffic(point).messages / point.loop;
  const bool throttled = options.values().contains("throttle") && options.integer("throttle") > 0;
  return throttled ? std::min(all, static_cast<double>(point.processes * options.integer("throttle"))) : all;
}

double seconds_for_data(const Point& point, const PointTraffic& all) {
  // Touched: sent, or of a rank's vectors. Measured on two virtual x86 machines: 1.1e-9 and 0.45e-9.
  constexpr double seconds_per_byte = 0.7e-9;
  constexpr double vectors_per_rank = 3;  // send, receive, expected
  if (point.data == Data::time) return 0;
  return (vectors_per_rank * point.processes * static_cast<double>(point.bytes()) + all.bytes) *
         seconds_per_byte;
}

}  // namespace collsim
