#pragma once

#include <algorithm>
#include <boost/context/fiber.hpp>
#include <boost/pool/pool.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/fast/communicator.hpp"
#include "backends/fast/request.hpp"
#include "backends/fast/stacks.hpp"
#include "backends/fast/timeline.hpp"
#include "backends/fast/wires.hpp"

namespace collsim::fast {

/// A rank: its fiber, its clock, and the messages that wait for it.
struct alignas(64) Rank {
  boost::context::fiber fiber = {};
  const void* frame = nullptr;  ///< of its stack, where it will go on
  double now = 0;               ///< its own clock, seconds
  std::int32_t number = 0;
  std::int32_t pending = 0;  ///< requests that are not done, before it may go on
  std::uint32_t sent = 0, asked = 0;
  bool finished = false;
  bool ordered = false;      ///< asked for any source or tag: what comes to it must come in order
  bool observant = false;    ///< asked what is done: must hear of changes
  bool looking = false;      ///< waits for the next change
  Requests unexpected = {};  ///< sends without a receive
  Requests posted = {};      ///< receives without a message
  std::span<Request* const> awaited = {};  ///< what it waits for
  std::optional<Communicator> world = {};
  const char* doing = nullptr;  ///< what it waits in that is no message
  double missed = -1;           ///< when it last looked for a message in vain
  std::unique_ptr<Communicator> self = {};
};

/// Ranks as fibers, and the order in which things happen to them.
///
/// A rank's clock is its own: it runs ahead until it needs something that is not known yet. What other ranks can
/// see of it, messages above all, becomes an event where the order matters (who is first on a link), and events
/// are worked off in one total order.
class Engine {
 public:
  struct Settings {
    bool carries_data = true;
    double window = -1;  ///< seconds; below 0: the lookahead
  };

  /// `nodes`: of each rank. `memories`: bytes per second of each memory that work() can name.
  Engine(const Network& network, const Protocol& protocol, Model model, std::vector<int> nodes,
         std::vector<double> memories, const Settings& settings);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Runs body(rank) on every rank, from time 0 on. Throws what a body throws, and Error on a deadlock, a
  /// message without a partner, a stack that was too small.
  void run(const std::function<void(int rank)>& body);

  /// The engine and the rank whose code runs.
  static Engine& current();
  Rank& rank() { return *running_; }
  Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  int processes() const { return static_cast<int>(ranks_.size()); }

  // For the rank that runs:

  /// Sends or receives from now on. The request stays where it is until it is done.
  void post(Request& request);
  /// Until all are done. Does not look at errors.
  void await(std::span<Request* const> requests);
  /// Until one is done: its index.
  std::size_t await_any(std::span<Request* const> requests);
  /// Whether all (or `any` one) are done by now. One who asks for the same twice at one time waits for the
  /// next change instead.
  bool look(std::span<Request* const> requests, bool any = false);
  /// The first send that a receive like this one would take, seen by now, or null. With `wait`, until there is
  /// one.
  const Request* probe(const Request& pattern, bool wait);
  /// Moves bytes through a memory, at most `bound` bytes per second.
  void work(int memory, double bytes, double bound);
  /// Until all ranks of the group have called; returns what each brought in.
  std::shared_ptr<Group::Meeting> meet(const Communicator& comm, std::vector<std::int64_t> brought,
                                       const char* call);

  bool done_by_now(const Request& request) const { return request.done && request.end <= running_->now; }

  /// Whether a send of this size may still be under way when the call that sent it returns.
  bool outlives(Request::Kind kind, std::int64_t bytes) const {
    return kind == Request::Kind::send && bytes < std::max(protocol_.eager, protocol_.detached);
  }
  /// A request that outlives the caller's stack.
  Request* create() { return new (requests_.malloc()) Request; }
  /// Gives it back, at its end if that is still to come.
  void release(Request* request);
  /// A persistent request that its owner has waited for, ready to start again: another one if its message is
  /// still to come.
  Request* renew(Request* request);
  std::uint32_t new_context() { return contexts_++; }

  int node_of(int number) const { return nodes_[static_cast<std::size_t>(number)]; }

 private:
  void destroy(Request* request);
  void start(int number, const std::function<void(int)>& body);
  void run_ready();
  bool advance();
  void work_through(std::span<const Event> window);
  void happen(const Event& event);
  void end_flow(double now);
  void block();
  void wake(const Rank& rank) { ready_.push_back(rank.number); }
  void plan(Event::Kind kind, double time, const Rank& rank, Request* request = nullptr);
  bool is_careful(const Event& event) const;
  void schedule(const Event& event);

  void post_send(Rank& rank, Request& send);
  void deliver(Request& send);
  void accept(Request& recv);
  void match(Request& send, Request& recv);
  void set_out(Request& send, double time);
  void arrive(Request& send, double time);
  void complete(Request& request, double time);
  void become_ordered(Rank& rank);
  Request* first_unexpected(Rank& rank, const Request& recv) const;
  void settle();
  void hear_of(std::span<Request* const> requests);
  void pause();
  void notice(Rank& rank, double time);
  void check_finished() const;
  std::string who_waits() const;

  Settings settings_;
  Protocol protocol_;
  std::vector<int> nodes_;
  std::vector<Rank> ranks_;
  std::unique_ptr<Stacks> stacks_;
  boost::context::fiber main_;
  Rank* running_ = nullptr;
  std::vector<int> ready_, resumed_;
  int unfinished_ = 0;
  std::int64_t careful_ = 0;  ///< events to come that need all that was before them to have happened
  std::uint32_t contexts_ = 2;
  std::exception_ptr failure_;
  Timeline timeline_;
  Wires wires_;
  boost::pool<> requests_{sizeof(Request)};
};

}  // namespace collsim::fast
