#pragma once

#include <cstdint>
#include <vector>

namespace collsim {

/// One thing a rank did. A blocking send is post_send + wait; a sendrecv is post_recv, post_send and two
/// waits. A flag's steps (node.hpp) stand in `bytes`.
struct Event {
  enum class Kind { post_send, post_recv, wait, combine, copy, raise, await, traverse };
  Kind kind;
  int peer;            ///< destination, source, or the rank whose flag is awaited; -1 for local work
  std::int64_t bytes;  ///< of the message, or combined, or copied, or that traverse the collective network
  int request;  ///< number of the post within this rank; a wait names the post it completes; -1 for local
                ///< work
  double begin, end;  ///< seconds on the backend's clock
};

/// What one rank did, in program order. Messages between a pair of ranks match in the order they were posted.
using Trace = std::vector<Event>;

}  // namespace collsim
