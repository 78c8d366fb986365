#pragma once

#include <boost/intrusive/set_hook.hpp>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "algorithms/facts/sending.hpp"
#include "backends/fast/cache/prefetch.hpp"
#include "backends/fast/types/type_map.hpp"

namespace collsim::fast {

/// Stands for any rank where a receive says whose message it takes.
constexpr int any_source = -1;

/// One side of a message, from its post to its end. First comes what all that happens to it needs, in one cache line
/// where the request begins there.
class Request {
 public:
  enum class Kind : std::uint8_t { send, recv };
  using Hook = boost::intrusive::set_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>,
                                                 boost::intrusive::optimize_size<true>>;

  Request* partner = nullptr;
  double posted = 0;       ///< seconds
  double end = 0;          ///< of a send: when its last byte arrives; of a receive: when its owner may go on
  std::int64_t bytes = 0;  ///< of the data: of a receive, its room
  std::int64_t count = 0;  ///< elements of the data
  int owner = -1;          ///< rank
  int peer = -1;           ///< rank of the other side; of a receive maybe any_source
  std::uint32_t sequence = 0;  ///< of a send: how many its owner had sent before
  int tag = 0;
  Kind kind = Kind::send;
  bool nonblocking : 1 = false;  ///< a send by a call that does not wait for it
  bool kept : 1 = false;   ///< a Kept; else of a blocking call, whose rank posts nothing more before its end
  bool eager : 1 = false;  ///< set out without its receiver
  bool detached : 1 = false;   ///< its sender does not wait for its end; a Kept then
  bool orphan : 1 = false;     ///< nobody will ask for it: the engine frees it at its end
  bool arrived : 1 = false;    ///< of a send: `end` is known
  bool done : 1 = false;       ///< its owner knows when it may go on
  bool awaited : 1 = false;    ///< its owner goes on when all it waits for is done
  bool truncated : 1 = false;  ///< of a receive: the message was longer
  Hook hook = {};              ///< of the mailbox in which it waits
  void* data = nullptr;
  const TypeMap* type = nullptr;
  /// Where the message came from, if a receive is matched.
  struct {
    int source = 0;
    std::int64_t bytes = 0;
  } got;

  Sending call() const { return nonblocking ? Sending::nonblocking : Sending::blocking; }
  /// When its owner may go on, once it is done.
  double over() const;
  /// The rank that sends the message; of a receive maybe any_source.
  int source() const { return kind == Kind::send ? owner : peer; }
  bool any() const { return kind == Kind::recv && peer == any_source; }
};

/// A request that outlives the call that makes it.
class Kept : public Request {
 public:
  /// Takes its payload's memory from there.
  explicit Kept(std::pmr::memory_resource& memory) : payload(&memory) { kept = true; }

  std::pmr::vector<std::byte> payload;  ///< of a send whose owner may reuse the buffer before the match
  double released = 0;                  ///< if it is detached: from when on its owner does not wait for it
};

static_assert(offsetof(Request, hook) == cache_line);

inline double Request::over() const {
  return detached ? static_cast<const Kept*>(this)->released : end;
}

}  // namespace collsim::fast
