#include "backends/trial/undisturbed.hpp"

#include <cstddef>
#include <vector>

#include "backends/trial/rates.hpp"
#include "platforms/protocol.hpp"

namespace collsim {
namespace {

/// Messages of one size between nodes take as long wherever their ways and their ranks are alike: whoever asks for one after the
/// other is told what the last one alike took.
class MessageTimes {
 public:
  MessageTimes(const Platform& platform, std::shared_ptr<Ways> ways, std::shared_ptr<const AllRates> ranks)
      : by_size_(latency_factor(platform)),
        share_(bandwidth_factor(platform)),
        envelope_(platform.number("envelope")),
        between_nodes_(platform.number("network.latency")),
        ways_(std::move(ways)),
        ranks_(std::move(ranks)) {}

  UndisturbedMessage operator()(int from, int to, double bytes) {
    const Placement& placement = ranks_->placement();
    const std::size_t kind = ways_->kind(placement.host_of(from), placement.host_of(to));
    if (placement.node_of(from) == placement.node_of(to)) return message(kind, from, to, bytes);
    if (kind >= last_.size()) last_.resize(kind + 1);
    Last& last = last_[kind];
    const Rates *sender = &(*ranks_)[from], *receiver = &(*ranks_)[to];
    if (last.bytes != bytes || last.sender != sender || last.receiver != receiver)
      last = {bytes, sender, receiver, message(kind, from, to, bytes)};
    return last.message;
  }

 private:
  struct Last {
    double bytes = 0;
    const Rates *sender = nullptr, *receiver = nullptr;
    UndisturbedMessage message = {};
  };

  UndisturbedMessage message(std::size_t kind, int from, int to, double bytes) const {
    const Way way = ways_->of_kind(kind);
    const auto [receiver, receiver_per_byte] = ranks_->undisturbed_arrival(from, to, bytes);
    return {.latency = way.latency * by_size_.factor_of(bytes + envelope_) + beyond_links(from, to, bytes),
            .per_byte = way.per_byte / share_,
            .sender = ranks_->undisturbed_departure(from, to, bytes),
            .receiver = receiver,
            .receiver_per_byte = receiver_per_byte};
  }
  /// What it takes besides, seconds: between nodes, or as its ranks' cores and pages are held.
  double beyond_links(int from, int to, double bytes) const {
    const Placement& placement = ranks_->placement();
    if (placement.node_of(from) != placement.node_of(to)) return between_nodes_;
    return ranks_->inside(from, to, bytes).held;
  }

  SizeFactor by_size_;
  double share_, envelope_, between_nodes_;
  std::shared_ptr<Ways> ways_;
  std::shared_ptr<const AllRates> ranks_;
  std::vector<Last> last_ = {};  ///< by kind of way
};

}  // namespace

std::function<UndisturbedMessage(int, int, double)> undisturbed_messages(
    const Platform& platform, const std::shared_ptr<Ways>& ways,
    const std::shared_ptr<const AllRates>& ranks) {
  return MessageTimes(platform, ways, ranks);
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
