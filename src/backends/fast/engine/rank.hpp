#pragma once

#include <algorithm>
#include <array>
#include <boost/context/fiber.hpp>
#include <span>
#include <vector>

#include "backends/fast/cache/prefetch.hpp"
#include "backends/fast/engine/mailbox.hpp"
#include "backends/fast/engine/request.hpp"

namespace collsim::fast {

/// A rank: its clock, the messages that wait for it, its fiber. In the order in which others need it: a
/// message costs what its ranks' cache lines cost.
struct alignas(cache_line) Rank {
  double now = 0;  ///< its own clock, seconds
  std::int32_t number = 0;
  std::int32_t pending = 0;                  ///< requests that are not done, before it may go on
  std::uint32_t sent = 0;                    ///< how many sends it posted
  std::uint32_t asked = 0;                   ///< how many receives it posted, works it began
  std::uint32_t sending = 0, receiving = 0;  ///< requests whose transfer has no end yet
  bool finished = false;
  bool wildcards = false;  ///< asked for any source: what comes to it must come in order of time
  Mailbox mailbox = {};
  /// The requests of its blocking call. They lie here, where whoever comes to meet them need not ask where they are.
  alignas(cache_line) Request in = {};
  alignas(cache_line) Request out = {};
  alignas(cache_line) boost::context::fiber fiber = {};
  const void* frame = nullptr;              ///< of its stack, where it will go on
  std::array<const void*, 2> touched = {};  ///< what its code uses whenever it goes on, besides its stack
  std::span<Request* const> awaited = {};   ///< what it waits for besides its blocking call
  const char* doing = nullptr;              ///< what it waits in that is no message

  /// The rank goes on when the request and whatever else it waits for is done.
  void wait_for(Request& request) {
    if (request.done) return;
    request.awaited = true;
    ++pending;
  }
  /// Whether its blocking call is not over. What earlier ones posted is done, so that both may be asked.
  bool must_finish_call() {
    wait_for(in);
    wait_for(out);
    return pending > 0;
  }
  /// The rank goes on when its blocking call is over.
  void leave_call() { now = std::max({now, in.end, out.over()}); }
};
static_assert(sizeof(Rank) == 6 * cache_line,
              "a line for others, two for each request, one for the rank itself");

/// Whether no two ranks are on one node. `nodes`: of each.
bool each_on_its_node(std::vector<int> nodes);

/// All ranks, which nodes they are on, and which of them runs.
class Ranks {
 public:
  explicit Ranks(std::vector<int> nodes);

  Rank& operator[](int number) { return ranks_[static_cast<std::size_t>(number)]; }
  const Rank& operator[](int number) const { return ranks_[static_cast<std::size_t>(number)]; }
  int size() const { return static_cast<int>(ranks_.size()); }
  auto begin() { return ranks_.begin(); }
  auto end() { return ranks_.end(); }
  auto begin() const { return ranks_.begin(); }
  auto end() const { return ranks_.end(); }

  int node_of(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  const std::vector<int>& node_of_each() const { return nodes_; }
  int nodes() const { return 1 + *std::ranges::max_element(nodes_); }

  /// The rank waits for a flag of its node, which only a rank there that does not can raise; until then.
  void sleep(const Rank& rank) { --awake_[static_cast<std::size_t>(node_of(rank.number))]; }
  void wake(const Rank& rank) { ++awake_[static_cast<std::size_t>(node_of(rank.number))]; }
  /// Whether all others of its node wait so: none of them does anything before this rank raises a flag.
  bool is_alone(const Rank& rank) const {
    return awake_[static_cast<std::size_t>(node_of(rank.number))] == 1;
  }

  Rank& running() { return *running_; }
  void set_running(Rank& rank) { running_ = &rank; }

 private:
  std::vector<int> nodes_;
  std::vector<int> awake_;  ///< by node: ranks that do not wait for a flag of it
  std::vector<Rank> ranks_;
  Rank* running_ = nullptr;
};

/// Throws Error unless all have finished and no message is left over.
void check_finished(const Ranks& ranks);

}  // namespace collsim::fast
