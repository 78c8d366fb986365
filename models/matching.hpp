#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/facts/trace.hpp"

namespace collsim {

/// A send with its receive; `send` and `recv` are the places of their posts in the traces of `from` and `to`.
struct MatchedMessage {
  int from, to;
  std::int64_t bytes;
  std::size_t send, recv;
};

/// The messages of a run, in order of sender, then posting.
struct Matching {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::vector<MatchedMessage> messages;
  /// by_request[rank][request]: the message that this post belongs to, or none.
  std::vector<std::vector<std::size_t>> by_request;

  /// The message of a post, or of a wait, of this rank.
  std::size_t message_of(int rank, const Event& event) const {
    return by_request[static_cast<std::size_t>(rank)][static_cast<std::size_t>(event.request)];
  }
  std::size_t& message_of(int rank, const Event& event) {
    return by_request[static_cast<std::size_t>(rank)][static_cast<std::size_t>(event.request)];
  }
};

/// Pairs the sends of all ranks (traces[rank]) with the receives, in posting order between each two ranks. A
/// post without partner has no message. Throws Error if a trace names a rank or a request that does not
/// exist.
Matching match(const std::vector<Trace>& traces);

/// "send of 8 bytes to rank 3": what a post is, or what a wait for it waits for.
std::string describe_post(const Event& post);

}  // namespace collsim
