#include "backends/fast/networks/node_shares.hpp"

namespace collsim::fast {

NodeShares::NodeShares(const InsideNodes* inside) : NodeMessages(inside) {
  if (!inside) return;
  std::int32_t next = 2 * inside->ranks();  // behind the cores and the pages of all ranks
  const Levels& levels = inside->levels();
  const auto add = [&](std::size_t level, bool port, double rate) {
    const double fastest = levels.fastest_from(port ? level + 1 : 0);
    if (rate == 0 || fastest == 0) return;
    shared_.push_back({level, port, next, unit * rate / fastest});
    next += 2 * inside->groups(level);
  };
  for (std::size_t level = 0; level < levels.size(); ++level) {
    add(level, true, levels[level].port);
    add(level, false, levels[level].memory);
  }
}

std::vector<double> NodeShares::capacities() const {
  std::vector<double> all;
  if (!inside_) return all;
  const auto ranks = static_cast<std::size_t>(inside_->ranks());
  all.resize(ranks, unit);
  all.resize(2 * ranks, unit * inside_->levels().readers());
  for (const Shared& shared : shared_)
    all.resize(all.size() + 2 * static_cast<std::size_t>(inside_->groups(shared.level)), shared.capacity);
  return all;
}

void NodeShares::start(const Message& message, double time, std::int32_t first, Flows& flows) {
  const NodeMessage its = takes(message);
  const int sender = message.key.source, receiver = message.key.destination;
  resources_ = {first + receiver};
  if (its.sender == NodeMessage::Sender::pages) resources_.push_back(first + inside_->ranks() + sender);
  if (its.sender == NodeMessage::Sender::core && sender != receiver) resources_.push_back(first + sender);
  const std::size_t common = inside_->level(sender, receiver);
  for (const Shared& shared : shared_) {
    if (shared.port && shared.level >= common) continue;
    resources_.push_back(first + shared.first + 2 * inside_->group(shared.level, sender));
    resources_.push_back(first + shared.first + 2 * inside_->group(shared.level, receiver) + 1);
  }
  flows.start(message.send, time, its.held * unit, resources_, message.key, 1, unit);
}

}  // namespace collsim::fast
