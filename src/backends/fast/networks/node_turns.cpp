#include "backends/fast/networks/node_turns.hpp"

#include <algorithm>
#include <utility>

namespace collsim::fast {

NodeTurns::NodeTurns(const InsideNodes* inside) : NodeMessages(inside) {
  if (!inside) return;
  cores_.resize(static_cast<std::size_t>(inside->ranks()));
  pages_.resize(cores_.size());
  for (std::size_t level = 0; level < inside->levels().size(); ++level) {
    const auto lanes = [&](double rate) {
      const std::vector<Lane> all(static_cast<std::size_t>(rate > 0 ? inside->groups(level) : 0));
      return Shared{all, all};
    };
    ports_.push_back(lanes(inside->levels()[level].port));
    memories_.push_back(lanes(inside->levels()[level].memory));
  }
}

double NodeTurns::begin(const Message& message, double time) {
  using enum NodeMessage::Sender;
  const NodeMessage its = takes(message);
  const int sender = message.key.source;
  switch (its.sender) {
    case core:
      return core_of(sender).occupy(time, its.held);
    case pages:
      return pages_of(sender).occupy(time, its.held / inside_->levels().readers());
    case nothing:
      return time;
  }
  return time;
}

double NodeTurns::end(const Message& message, double time) {
  const int sender = message.key.source, receiver = message.key.destination;
  const double held = takes(message).held;
  Lane& core = core_of(receiver);
  double end = core.occupy(sending_.free(receiver, core.begins(time)), held) + held;
  const std::size_t common = inside_->level(sender, receiver);
  const auto through = [&](Shared& shared, std::size_t level, double rate) {
    const double seconds = static_cast<double>(message.bytes) / rate;
    for (const auto& [lanes, rank] : {std::pair(&shared.out, sender), std::pair(&shared.in, receiver)}) {
      const double begins =
          (*lanes)[static_cast<std::size_t>(inside_->group(level, rank))].occupy(time, seconds);
      end = std::max(end, begins + std::max(held, seconds));
    }
  };
  for (std::size_t level = 0; level < inside_->levels().size(); ++level) {
    const Levels::Level& its = inside_->levels()[level];
    if (its.port > 0 && level < common) through(ports_[level], level, its.port);
    if (its.memory > 0) through(memories_[level], level, its.memory);
  }
  return end;
}

}  // namespace collsim::fast
