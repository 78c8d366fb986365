#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "backends/fast/networks/sharing.hpp"

namespace collsim::fast {

class Request;

/// What is on its way at a rate that changes as others come and go: messages over shared links, ranks' bytes
/// through shared memories.
class Flows {
 public:
  /// Whose a flow is: a message, or a rank at work.
  using Owner = std::variant<Request*, std::int32_t>;

  /// Units per second of each resource: links as the network model numbers them, and memories.
  Flows(std::vector<double> links, const std::vector<double>& memories)
      : first_memory_(static_cast<std::int32_t>(links.size())),
        sharing_(joined(std::move(links), memories)) {}

  /// Whether no message shares links so: what moves alone takes its bytes over its rate then, as no weight of another rounds it.
  bool only_memories() const { return first_memory_ == 0; }
  double memory_bandwidth(int number) const { return sharing_.capacity(memory(number)); }
  /// The number of a memory among the resources.
  std::int32_t memory(int number) const { return first_memory_ + number; }

  /// Starts a flow as Sharing::start() does.
  void start(Owner owner, double now, double amount, std::span<const std::int32_t> resources,
             Sharing::Key key, double penalty, double bound) {
    const auto place = static_cast<std::size_t>(sharing_.start(now, amount, resources, key, penalty, bound));
    if (place >= owners_.size()) owners_.resize(place + 1);
    owners_[place] = owner;
    ++moving_;
  }
  /// When the next one ends. `horizon`: the time of the next event, which may change it.
  double next_end(double horizon) { return sharing_.next(horizon); }
  /// Ends that one.
  Owner pop() {
    --moving_;
    return owners_[static_cast<std::size_t>(sharing_.pop())];
  }
  bool none() const { return moving_ == 0; }

 private:
  static std::vector<double> joined(std::vector<double> first, const std::vector<double>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  std::int32_t first_memory_;
  Sharing sharing_;
  std::vector<Owner> owners_;  ///< by the number of the flow
  int moving_ = 0;             ///< flows that have not ended
};

}  // namespace collsim::fast
