#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// Builds the cost of rounds whose messages differ in size, each of which then takes as long as its largest.
/// That is the critical path if a chain of messages leads through the largest of every round, and bounds it
/// from above otherwise: a rank may go on while others still send.
class Rounds {
 public:
  /// What is told by rank: bytes, and who receives them.
  using Bytes = std::function<std::int64_t(int rank)>;
  using Receiver = std::function<int(int rank)>;

  explicit Rounds(int processes) : reached_(static_cast<std::size_t>(processes), true) {}

  /// Every rank copies so many bytes.
  void copy(const Bytes& bytes);
  /// Every rank sends a message of so many bytes to receiver(rank), or none if that is -1. `combines`: the
  /// receivers combine what they get. Keeps `receiver`, which must capture by value.
  void send(const Receiver& receiver, const Bytes& bytes, bool combines = false);
  /// Sends in a round in which a receiver combines only combined(its rank) bytes of its message.
  void send(const Receiver& receiver, const Bytes& bytes, const Bytes& combined);
  /// Every rank sends a message of `bytes` to receiver(rank), each to another one. Counted without asking rank by rank: an
  /// alltoall has as many such rounds as ranks.
  void send_alike(const Receiver& receiver, std::int64_t bytes);

  const Cost& cost() const { return cost_; }
  /// Is the sum of the stages the critical path?
  bool exact() const;

 private:
  /// What each rank sends in a round: to whom, or -1, and bytes.
  struct Sent {
    std::vector<int> receivers;
    std::vector<std::int64_t> bytes;
  };
  Sent all_sent(const Receiver& receiver, const Bytes& bytes) const;
  void add(const Receiver& receiver, const Sent& sent, const Bytes& combined);

  Cost cost_;
  std::vector<int> receivers_;  ///< of the last round
  std::vector<bool> reached_;   ///< the ranks that a chain of largest messages has led to
};

/// Description::cost and Description::exact of an algorithm that has such rounds.
template <Rounds (*rounds)(const Shape&, const Options&)>
Cost cost_of(const Shape& shape, const Options& options) {
  return rounds(shape, options).cost();
}
template <Rounds (*rounds)(const Shape&, const Options&)>
bool exact_of(const Shape& shape, const Options& options) {
  return rounds(shape, options).exact();
}

}  // namespace collsim
