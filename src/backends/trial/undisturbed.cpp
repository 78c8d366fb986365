#include "backends/trial/undisturbed.hpp"

#include "backends/trial/rates.hpp"
#include "platforms/protocol.hpp"

namespace collsim {

std::function<UndisturbedMessage(int, int, double)> undisturbed_messages(
    const Platform& platform, const std::shared_ptr<Ways>& ways,
    const std::shared_ptr<const AllRates>& ranks) {
  const SizeFactor by_size = latency_factor(platform);
  const double share = bandwidth_factor(platform);
  return [=, envelope = platform.number("envelope")](int from, int to, double bytes) {
    const Placement& placement = ranks->placement();
    const Way way = ways->between(placement.host_of(from), placement.host_of(to));
    const auto [receiver, receiver_per_byte] = ranks->undisturbed_arrival(from, to, bytes);
    return UndisturbedMessage{
        .latency = way.latency * by_size.of(bytes + envelope) + ranks->inside(from, to, bytes).held,
        .per_byte = way.per_byte / share,
        .sender = ranks->undisturbed_departure(from, to, bytes),
        .receiver = receiver,
        .receiver_per_byte = receiver_per_byte};
  };
}

Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const Point& point) {
  return undisturbed_wire(platform, std::make_shared<Ways>(network),
                          std::make_shared<const AllRates>(platform, point));
}

Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<Ways>& ways,
                      const std::shared_ptr<const AllRates>& ranks) {
  return [message = undisturbed_messages(platform, ways, ranks), envelope = platform.number("envelope")](
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
