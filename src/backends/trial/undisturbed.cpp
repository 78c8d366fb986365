#include "backends/trial/undisturbed.hpp"

#include <algorithm>

#include "backends/trial/rates.hpp"
#include "platforms/protocol.hpp"

namespace collsim {

std::function<UndisturbedMessage(int, int, double)> undisturbed_messages(
    const Platform& platform, const std::shared_ptr<const Network>& network,
    const std::shared_ptr<const AllRates>& ranks) {
  const SizeFactor by_size = latency_factor(platform);
  const double share = bandwidth_factor(platform);
  return [=, envelope = platform.number("envelope"), links = std::vector<int>()](int from, int to,
                                                                                 double bytes) mutable {
    const Placement& placement = ranks->placement();
    const double latency = network->route(placement.host_of(from), placement.host_of(to), links);
    double per_byte = 0;
    for (const int link : links) per_byte = std::max(per_byte, 1 / network->bandwidth(link));
    const auto [receiver, receiver_per_byte] = ranks->undisturbed_arrival(from, to, bytes);
    return UndisturbedMessage{
        .latency = latency * by_size.of(bytes + envelope) + ranks->inside(from, to, bytes).held,
        .per_byte = per_byte / share,
        .sender = ranks->undisturbed_departure(from, to, bytes),
        .receiver = receiver,
        .receiver_per_byte = receiver_per_byte};
  };
}

Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const Point& point) {
  return undisturbed_wire(platform, network, std::make_shared<const AllRates>(platform, point));
}

Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const std::shared_ptr<const AllRates>& ranks) {
  return [message = undisturbed_messages(platform, network, ranks), envelope = platform.number("envelope")](
             int from, int to, double bytes) {
    const UndisturbedMessage takes = message(from, to, bytes);
    return std::pair(takes.latency + envelope * takes.per_byte + takes.sender + takes.receiver,
                     takes.per_byte + takes.receiver_per_byte);
  };
}

std::function<std::pair<double, double>(int)> undisturbed_work(const Platform& platform, const Point& point) {
  return [ranks = std::make_shared<const AllRates>(platform, point)](int rank) {
    const Rates& local = (*ranks)[rank];
    return std::pair(1 / local.combine, 1 / local.copy);
  };
}

}  // namespace collsim
