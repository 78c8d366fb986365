#include "backends/trial/traffic.hpp"

#include <bit>

namespace collsim {

TotalTraffic traffic(const Point& point) {
  const Description& about = describe(point.collective, point.algorithm);
  TotalTraffic traffic;
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

}  // namespace collsim
