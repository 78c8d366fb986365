#pragma once

#include <algorithm>
#include <array>
#include <boost/context/fiber.hpp>
#include <boost/pool/pool.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/fast/engine/request.hpp"
#include "backends/fast/engine/schedule.hpp"
#include "backends/fast/engine/stacks.hpp"
#include "backends/fast/engine/timeline.hpp"
#include "backends/fast/mpi/communicator.hpp"
#include "backends/fast/networks/network_model.hpp"
#include "backends/fast/prefetch.hpp"

namespace collsim::fast {

/// A rank: its clock, the messages that wait for it, its fiber. In the order in which others need it: a
/// message costs what its ranks' cache lines cost.
struct alignas(cache_line) Rank {
  double now = 0;  ///< its own clock, seconds
  std::int32_t number = 0;
  std::int32_t pending = 0;  ///< requests that are not done, before it may go on
  std::uint32_t sent = 0, asked = 0;
  std::uint32_t sending = 0, receiving = 0;  ///< requests whose transfer has no end yet
  bool finished = false;
  bool ordered = false;    ///< asked for any source or tag: what comes to it must come in order
  bool observant = false;  ///< asked what is done: must hear of changes
  bool looking = false;    ///< waits for the next change
  Requests mailbox = {};   ///< sends to it without a receive, and its receives without a message
  /// Those of its blocking call. Here, where whoever comes to meet them need not ask where they are.
  alignas(cache_line) Request in = {};
  alignas(cache_line) Request out = {};
  alignas(cache_line) boost::context::fiber fiber = {};
  const void* frame = nullptr;              ///< of its stack, where it will go on
  std::array<const void*, 2> touched = {};  ///< what its code uses whenever it goes on, besides its stack
  Communicator world = {};
  std::span<Request* const> awaited = {};  ///< what it waits for besides its blocking call
  const char* doing = nullptr;             ///< what it waits in that is no message
  double missed = -1;                      ///< when it last looked for a message in vain
  std::unique_ptr<Communicator> self = {};

  /// It goes on when its blocking call is over.
  void leave_call() { now = std::max({now, in.end, out.over()}); }
};
static_assert(sizeof(Rank) == 7 * cache_line,
              "a line for others, two for each request, two for the rank itself");

/// Ranks as fibers, and the order in which things happen to them.
///
/// A rank's clock is its own: it runs ahead until it needs something that is not known yet. What other ranks
/// can see of it, messages above all, becomes an event where the order matters (who is first on a link), and
/// events are worked off in one total order. An engine runs once, and is of no use after it has thrown.
class Engine {
 public:
  struct Settings {
    bool carries_data = true;
    bool carries_control = true;  ///< up to 8 bytes, where data is not carried
    double window = -1;           ///< seconds; below 0: the lookahead
    int crowd = 4096;             ///< how many ranks the cache holds
  };

  /// `model`: one of network_models(). `nodes`: of each rank. `memories`: bytes per second of each memory
  /// that work() can name.
  Engine(const Network& network, const Protocol& protocol, const std::string& model, std::vector<int> nodes,
         std::vector<double> memories, const Settings& settings);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Runs body(rank) on every rank, from time 0 on. Throws what a body throws, and Error on a deadlock, a
  /// message without a partner, a stack that was too small.
  void run(const std::function<void(int rank)>& body);

  /// What the ranks do, each run by itself to its end while messages carry nothing and take no time. Throws
  /// Error where that depends on what messages hold or when they come.
  Schedule record(const std::function<void(int rank)>& body);
  /// The same as run(body) with a body that does what is recorded, to the bit.
  void run(const Schedule& schedule);

  /// The engine and the rank whose code runs.
  static Engine& current() { return *current_engine(); }
  Rank& rank() { return *running_; }
  Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  int processes() const { return static_cast<int>(ranks_.size()); }

  // For the rank that runs:

  /// Sends or receives from now on. The request stays where it is until it is done.
  void post(Request& request);
  /// Until all are done. Does not look at errors.
  void await(std::span<Request* const> requests);
  /// Until the messages of its blocking call are done.
  void finish_call();
  /// Until one is done: its index.
  std::size_t await_any(std::span<Request* const> requests);
  /// Whether all (or `any` one) are done by now. One who asks for the same twice at one time waits for the
  /// next change instead.
  bool look(std::span<Request* const> requests, bool any = false);
  /// The first send that a receive like this one would take, seen by now, or null. With `wait`, until there
  /// is one.
  const Request* probe(const Request& pattern, bool wait);
  /// Lets time pass.
  void spend(double seconds) {
    if (recording_) return recording_->spend(seconds);
    running_->now += seconds;
  }
  /// Moves bytes through a memory, at most `bound` bytes per second.
  void work(int memory, double bytes, double bound);
  /// Until all ranks of the group have called; returns what each brought in.
  std::shared_ptr<Group::Meeting> meet(const Communicator& comm, std::vector<std::int64_t> brought,
                                       const char* call);

  bool done_by_now(const Request& request) const { return request.done && request.over() <= running_->now; }

  /// Whether a send of this size may still be under way when the call that sent it returns.
  bool outlives(Request::Kind kind, std::int64_t bytes) const {
    return kind == Request::Kind::send && bytes < std::max(protocol_.eager, protocol_.detached);
  }
  /// A request that outlives the caller's stack.
  Kept* create();
  /// Gives it back, at its end if that is still to come.
  void release(Request* request);
  /// A persistent request that its owner has waited for, ready to start again: another one if its message is
  /// still to come.
  Request* renew(Request* request);
  std::uint32_t new_context() { return contexts_++; }

  int node_of(int number) const { return nodes_[static_cast<std::size_t>(number)]; }

 private:
  /// Where a rank is in its recorded schedule.
  struct alignas(cache_line) Reader {
    std::span<const Schedule::Step> steps = {};  ///< to come
    Request** slots = nullptr;
    std::int32_t tag = 0;
    Work work = {};
  };

  static Engine*& current_engine() {
    static Engine* engine = nullptr;
    return engine;
  }

  void write(Request& request);
  void write_wait(std::span<Request* const> requests);
  void write_finish();
  void refuse_recording(const char* call) const;
  void read_on(Rank& rank);
  void post_step(Rank& rank, const Reader& reader, const Schedule::Step& step);
  static bool must_wait(Rank& rank, const Reader& reader);
  static bool must_finish(Rank& rank);
  static void await(Rank& rank, Request& request);

  void work_off(const std::function<void(int)>& start_rank);
  void begin_work(const Work& work);
  void destroy(Request* request);
  void start(int number, const std::function<void(int)>& body);
  void run_ready();
  void resume_some();
  void resume(Rank& rank);
  bool advance();
  void work_through_window();
  void happen(const Event& event);
  Message message(Request& send) const {
    return {
        node_of(send.owner), node_of(send.peer), send.bytes, {send.peer, send.owner, send.sequence}, &send};
  }
  void progress(Request& send, const NetworkModel::Progress& next);
  void end_flow(double now);
  void block();
  [[noreturn]] void refuse_depth() const;
  void wake(const Rank& rank) { ready_.push_back(rank.number); }
  void prefetch_rank(int number) const;
  void prefetch_code(int number) const;
  void prefetch_peer(const Request& request) const;
  void plan(Event::Kind kind, double time, const Rank& rank, Request* request = nullptr);
  bool is_careful(const Event& event) const;
  void schedule(const Event& event);

  void post_send(Rank& rank, Request& send);
  void hand_in(Request& request);
  void bring_mail();
  void bring(Request& request);
  void enter(Request& request);
  Rank& receiver_of(const Request& request) {
    return rank(request.kind == Request::Kind::send ? request.peer : request.owner);
  }
  bool carries(const Request& send) const;
  void match(Request& send, Request& recv);
  void set_out(Request& send, double time);
  bool unrivaled(const Request& send) const;
  void arrive(Request& send, double time);
  void complete(Request& request);
  void hand_over(const Request& send, const Request& recv);
  void become_ordered(Rank& rank);
  Request* first_unexpected(Rank& rank, const Request& recv) const;
  Request* first_posted(Rank& rank, const Request& send) const;
  void settle();
  void hear_of(std::span<Request* const> requests);
  void pause();
  void notice(Rank& rank, double time);
  void check_finished() const;
  std::string who_waits() const;

  Settings settings_;
  bool own_ports_ = false;  ///< messages contend at ports only, and no two ranks share one
  Protocol protocol_;
  std::vector<int> nodes_;
  std::vector<Rank> ranks_;
  std::unique_ptr<Stacks> stacks_;
  boost::context::fiber main_;
  Rank* running_ = nullptr;
  std::vector<int> ready_;
  std::vector<int> batch_;      ///< of ranks that go on
  std::vector<Request*> mail_;  ///< on its way to mailboxes, in a crowd
  int unfinished_ = 0;
  std::int64_t careful_ = 0;  ///< events to come that need all that was before them to have happened
  std::uint32_t contexts_ = 2;
  std::exception_ptr failure_;
  Timeline timeline_;
  std::unique_ptr<NetworkModel> model_;
  std::int32_t memories_begin_;  ///< the number of the first memory among the resources of flows
  Flows flows_;
  Schedule* recording_ = nullptr;
  const Schedule* schedule_ = nullptr;  ///< none: ranks are fibers
  std::vector<Reader> readers_;
  std::vector<Request*> slots_;  ///< of all ranks
  boost::pool<> requests_{sizeof(Kept)};
};

}  // namespace collsim::fast
