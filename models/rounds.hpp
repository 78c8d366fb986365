#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/facts/trace.hpp"

namespace collsim {

/// A message and the round that it belongs to, from 1 on.
struct RoundMessage {
  int round;
  int from, to;
  std::int64_t bytes;

  friend auto operator<=>(const RoundMessage&, const RoundMessage&) = default;
};

/// The messages of a run, by rounds: a message comes one round after the latest of those that its sender or its receiver
/// had ended, or knew to be over by a flag, when it posted this one. Times play no part. Throws Error if the traces do
/// not fit together (see match()).
std::vector<RoundMessage> rounds_of(const std::vector<Trace>& traces);

/// The rounds alone, of the messages in the order of match().
std::vector<int> message_rounds(const std::vector<Trace>& traces);

}  // namespace collsim
