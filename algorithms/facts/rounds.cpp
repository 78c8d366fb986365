#include "algorithms/facts/rounds.hpp"

#include <algorithm>

namespace collsim {

void Rounds::copy(const Bytes& bytes) {
  const int p = static_cast<int>(reached_.size());
  Stage stage;
  for (int rank = 0; rank < p; ++rank) stage.copied = std::max(stage.copied, bytes(rank));
  for (int rank = 0; rank < p; ++rank)
    if (bytes(rank) < stage.copied) reached_[static_cast<std::size_t>(rank)] = false;
  receivers_.clear();
  cost_.push_back(stage);
}

void Rounds::send(const Receiver& receiver, const Bytes& bytes, bool combines) {
  std::vector<std::int64_t> arriving(reached_.size());
  for (int rank = 0; combines && rank < static_cast<int>(reached_.size()); ++rank)
    if (const int to = receiver(rank); to >= 0) arriving[static_cast<std::size_t>(to)] = bytes(rank);
  send(receiver, bytes, [&](int rank) { return arriving[static_cast<std::size_t>(rank)]; });
}

void Rounds::send(const Receiver& receiver, const Bytes& bytes, const Bytes& combined) {
  const int p = static_cast<int>(reached_.size());
  Stage stage{.pairs = pairs::to(receiver)};
  std::vector<int> receivers;
  for (int rank = 0; rank < p; ++rank) {
    receivers.push_back(receiver(rank));
    if (receivers.back() < 0) continue;
    ++stage.messages;
    stage.volume += bytes(rank);
    stage.bytes = std::max(stage.bytes, bytes(rank));
    stage.reduced = std::max(stage.reduced, combined(receivers.back()));
  }
  if (stage.messages == 0) return;

  std::vector<bool> reached(reached_.size(), false);
  for (std::size_t from = 0; from < receivers.size(); ++from) {
    if (receivers[from] < 0 || bytes(static_cast<int>(from)) < stage.bytes) continue;
    const auto to = static_cast<std::size_t>(receivers[from]);
    if (!reached_[from] && !reached_[to]) continue;
    if (combined(receivers[from]) == stage.reduced) reached[to] = true;
    if (stage.reduced == 0) reached[from] = true;
  }
  reached_ = reached;

  const bool again = receivers == receivers_ && cost_.back().bytes == stage.bytes &&
                     cost_.back().volume == stage.volume && cost_.back().reduced == stage.reduced;
  if (again)
    ++cost_.back().repeat;
  else
    cost_.push_back(stage);
  receivers_ = std::move(receivers);
}

/// Whoever was reached is so again, by the messages that they send.
void Rounds::send_alike(const Receiver& receiver, std::int64_t bytes) {
  const auto p = std::ssize(reached_);
  receivers_.clear();
  cost_.push_back({.messages = p, .volume = p * bytes, .bytes = bytes, .pairs = pairs::to(receiver)});
}

bool Rounds::exact() const {
  return std::find(reached_.begin(), reached_.end(), true) != reached_.end();
}

}  // namespace collsim
