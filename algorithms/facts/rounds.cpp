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
  const Sent sent = all_sent(receiver, bytes);
  std::vector<std::int64_t> arriving(reached_.size());
  for (std::size_t rank = 0; combines && rank < reached_.size(); ++rank)
    if (const int to = sent.receivers[rank]; to >= 0)
      arriving[static_cast<std::size_t>(to)] = sent.bytes[rank];
  add(receiver, sent, [&](int rank) { return arriving[static_cast<std::size_t>(rank)]; });
}

void Rounds::send(const Receiver& receiver, const Bytes& bytes, const Bytes& combined) {
  add(receiver, all_sent(receiver, bytes), combined);
}

Rounds::Sent Rounds::all_sent(const Receiver& receiver, const Bytes& bytes) const {
  Sent sent;
  for (int rank = 0; rank < static_cast<int>(reached_.size()); ++rank) {
    sent.receivers.push_back(receiver(rank));
    sent.bytes.push_back(sent.receivers.back() < 0 ? 0 : bytes(rank));
  }
  return sent;
}

void Rounds::add(const Receiver& receiver, const Sent& sent, const Bytes& combined) {
  Stage stage{.pairs = pairs::to(receiver)};
  for (std::size_t from = 0; from < reached_.size(); ++from) {
    if (sent.receivers[from] < 0) continue;
    ++stage.messages;
    stage.volume += sent.bytes[from];
    stage.bytes = std::max(stage.bytes, sent.bytes[from]);
    stage.reduced = std::max(stage.reduced, combined(sent.receivers[from]));
  }
  if (stage.messages == 0) return;

  std::vector<bool> reached(reached_.size(), false);
  for (std::size_t from = 0; from < reached_.size(); ++from) {
    if (sent.receivers[from] < 0 || sent.bytes[from] < stage.bytes) continue;
    const auto to = static_cast<std::size_t>(sent.receivers[from]);
    if (!reached_[from] && !reached_[to]) continue;
    if (combined(sent.receivers[from]) == stage.reduced) reached[to] = true;
    if (stage.reduced == 0) reached[from] = true;
  }
  reached_ = reached;

  const bool again = sent.receivers == receivers_ && cost_.back().bytes == stage.bytes &&
                     cost_.back().volume == stage.volume && cost_.back().reduced == stage.reduced;
  if (again)
    ++cost_.back().repeat;
  else
    cost_.push_back(stage);
  receivers_ = sent.receivers;
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
