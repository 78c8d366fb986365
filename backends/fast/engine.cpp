#include "backends/fast/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "algorithms/error.hpp"

namespace collsim::fast {
namespace {

Engine* current_engine = nullptr;

/// Seconds. A little less than it is: rounding must not bring an effect into the window of its cause.
double lookahead(const Network& network, const Protocol& protocol) {
  return network.least_latency() * protocol.latency_factor * (1 - 1e-6);
}

void prefetch(const void* address) {
  __builtin_prefetch(address);
}

std::string peer_of(const Request& request) {
  return request.peer == MPI_ANY_SOURCE ? "anyone" : fmt::format("rank {}", request.peer);
}

void prefetch_rank(const Rank& rank) {
  prefetch(&rank);
  prefetch(reinterpret_cast<const std::byte*>(&rank) + 64);
}

}  // namespace

Engine::Engine(const Network& network, const Protocol& protocol, Model model, std::vector<int> nodes,
               std::vector<double> memories, const Settings& settings)
    : settings_(settings),
      protocol_(protocol),
      nodes_(std::move(nodes)),
      ranks_(nodes_.size()),
      stacks_(std::make_unique<Stacks>(static_cast<int>(nodes_.size()))),
      timeline_(settings.window < 0 ? lookahead(network, protocol) : settings.window),
      wires_(network, protocol, model, 1 + *std::max_element(nodes_.begin(), nodes_.end()), memories) {
  if (model != Model::loggp) protocol_.send_overhead = 0;
  const auto world = std::make_shared<Group>(processes());
  for (int number = 0; number < processes(); ++number) {
    rank(number).number = number;
    rank(number).world.emplace(world, number);
  }
}

Engine::~Engine() {
  // A fiber that has not ended unwinds, and its destructors may ask who runs.
  current_engine = this;
  for (auto& each : ranks_) {
    running_ = &each;
    each.fiber = {};
  }
  current_engine = nullptr;
}

Engine& Engine::current() {
  return *current_engine;
}

void Engine::destroy(Request* request) {
  request->~Request();
  requests_.free(request);
}

void Engine::run(const std::function<void(int)>& body) {
  current_engine = this;
  unfinished_ = processes();
  for (int number = 0; number < processes(); ++number) start(number, body);
  do {
    run_ready();
  } while (!failure_ && advance());
  if (failure_) std::rethrow_exception(failure_);
  check_finished();
}

void Engine::start(int number, const std::function<void(int)>& body) {
  struct Kept {  // the stacks are the engine's, whatever fibers come and go
    static boost::context::stack_context allocate() { return {}; }
    static void deallocate(boost::context::stack_context&) {}
  };
  Rank& starting = rank(number);
  starting.fiber = boost::context::fiber(std::allocator_arg, (*stacks_)[number], Kept{},
                                         [this, &starting, &body](boost::context::fiber&& main) {
                                           main_ = std::move(main);
                                           try {
                                             body(starting.number);
                                           } catch (const std::exception&) {
                                             if (!failure_) failure_ = std::current_exception();
                                           }
                                           starting.finished = true;
                                           --unfinished_;
                                           return std::move(main_);
                                         });
  wake(starting);
}

/// In the order in which they became ready, which is that of their events and shows the memory that the next
/// ones need.
void Engine::run_ready() {
  constexpr std::size_t ahead = 4;
  while (!ready_.empty() && !failure_) {
    resumed_.swap(ready_);
    for (std::size_t i = 0; i < resumed_.size() && !failure_; ++i) {
      if (i + 2 * ahead < resumed_.size()) prefetch_rank(rank(resumed_[i + 2 * ahead]));
      if (i + ahead < resumed_.size()) {
        const Rank& soon = rank(resumed_[i + ahead]);
        for (const std::ptrdiff_t line : {-128, -64, 0, 64, 128, 192, 256, 320})
          prefetch(static_cast<const std::byte*>(soon.frame) + line);
        if (!soon.unexpected.empty()) prefetch(&soon.unexpected.front());
      }
      running_ = &rank(resumed_[i]);
      running_->fiber = std::move(running_->fiber).resume();
    }
    resumed_.clear();
  }
}

void Engine::block() {
  Rank& blocked = *running_;
  blocked.frame = __builtin_frame_address(0);
  if (!stacks_->holds(blocked.number, blocked.frame))
    throw Error(fmt::format(Stacks::complaint, blocked.number, Stacks::bytes >> 10U));
  main_ = std::move(main_).resume();
}

bool Engine::advance() {
  const double events = timeline_.first();
  const double flows = wires_.next_end(events);
  if (std::min(flows, events) == Sharing::never) return false;
  if (flows <= events)
    end_flow(flows);
  else if (careful_ == 0 && wires_.still())
    work_through(timeline_.take_window());
  else
    happen(timeline_.pop());
  return true;
}

void Engine::work_through(std::span<const Event> window) {
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < window.size(); ++i) {
    if (i + 2 * ahead < window.size()) prefetch(window[i + 2 * ahead].request);
    if (i + ahead < window.size()) {
      const Event& soon = window[i + ahead];
      prefetch(soon.request->partner);
      prefetch(&rank(soon.source));
      prefetch(&rank(soon.destination));
    }
    happen(window[i]);
  }
}

void Engine::happen(const Event& event) {
  if (is_careful(event)) --careful_;
  Request* request = event.request;
  switch (event.kind) {
    case Event::Kind::set_out:
      if (wires_.model() == Model::fluid) {
        const double time = wires_.reach(node_of(event.source), node_of(event.destination), event.time);
        schedule({time, event.destination, event.source, event.sequence, Event::Kind::reach, {request}});
      } else {
        arrive(*request,
               wires_.occupy(node_of(event.source), node_of(event.destination), event.time, request->bytes));
      }
      return;
    case Event::Kind::reach:
      return wires_.flow({event.destination, event.source, event.sequence}, *request, node_of(event.source),
                         node_of(event.destination), event.time, request->bytes);
    case Event::Kind::work_begin:
      return wires_.begin({event.destination, event.source, event.sequence}, *event.work, event.time);
    case Event::Kind::deliver:
      return deliver(*request);
    case Event::Kind::accept:
      return accept(*request);
    case Event::Kind::look: {
      Rank& looker = rank(event.destination);
      if (!looker.looking || event.time < looker.now) return;
      looker.looking = false;
      looker.now = event.time;
      return wake(looker);
    }
  }
}

void Engine::end_flow(double now) {
  const Wires::Ended ended = wires_.pop_end();
  if (const auto* send = std::get_if<Request*>(&ended)) return arrive(**send, now);
  Rank& worker = rank(std::get<std::int32_t>(ended));
  worker.now = now;
  wake(worker);
}

void Engine::plan(Event::Kind kind, double time, const Rank& rank, Request* request) {
  // Who looks sees all that comes to it at that moment.
  constexpr auto last = std::numeric_limits<std::int32_t>::max();
  const std::uint32_t sequence = request ? request->sequence : rank.asked;
  const std::int32_t source = request ? request->owner : last;
  schedule({time, rank.number, source, sequence, kind, {request}});
}

/// Of those that need the ranks they wake to run before the next event happens: their effects may come sooner
/// than the lookahead.
bool Engine::is_careful(const Event& event) const {
  if (event.kind == Event::Kind::reach) return false;
  return event.kind != Event::Kind::set_out || node_of(event.source) == node_of(event.destination);
}

void Engine::schedule(const Event& event) {
  if (is_careful(event)) ++careful_;
  timeline_.push(event);
}

void Engine::work(int memory, double bytes, double bound) {
  const Work work{memory, bytes, bound};
  Event event{running_->now,     running_->number,        running_->number,
              running_->asked++, Event::Kind::work_begin, {}};
  event.work = &work;
  schedule(event);
  running_->doing = "its memory";
  block();
  running_->doing = nullptr;
}

std::shared_ptr<Group::Meeting> Engine::meet(const Communicator& comm, std::vector<std::int64_t> brought,
                                             const char* call) {
  auto& place = comm.group().meeting;
  if (!place) place = std::make_shared<Group::Meeting>();
  const auto meeting = place;
  meeting->brought.resize(static_cast<std::size_t>(comm.size()));
  meeting->brought[static_cast<std::size_t>(comm.rank())] = std::move(brought);
  meeting->last = std::max(meeting->last, running_->now);
  Rank& caller = *running_;
  if (++meeting->present < comm.size()) {
    caller.doing = call;
    block();
    caller.doing = nullptr;
  } else {
    place.reset();
    for (int other = 0; other < comm.size(); ++other)
      if (other != comm.rank()) wake(rank(comm.world_rank(other)));
  }
  caller.now = meeting->last;
  return meeting;
}

void Engine::check_finished() const {
  if (unfinished_ > 0) throw Error("deadlock: " + who_waits());
  for (const auto& each : ranks_) {
    if (stacks_->overflowed(each.number))
      throw Error(fmt::format(Stacks::complaint, each.number, Stacks::bytes >> 10U));
    if (!each.posted.empty())
      throw Error(fmt::format("rank {} ended without the message from {} that it had asked for", each.number,
                              peer_of(each.posted.front())));
    if (!each.unexpected.empty())
      throw Error(fmt::format("rank {} ended without the message from rank {} that was sent to it",
                              each.number, each.unexpected.front().owner));
  }
}

std::string Engine::who_waits() const {
  constexpr int shown = 16;
  std::string text;
  int waiting = 0;
  for (const auto& each : ranks_) {
    if (each.finished || ++waiting > shown) continue;
    text += fmt::format("{}rank {}", text.empty() ? "" : ", ", each.number);
    std::string what;
    for (const Request* request : each.awaited) {
      if (request->done) continue;
      const bool sends = request->kind == Request::Kind::send;
      what += fmt::format("{} {} {}", what.empty() ? "" : " and", sends ? "to" : "from", peer_of(*request));
    }
    text += what.empty() ? fmt::format(" in {}", each.doing ? each.doing : "a poll")
                         : " waits for a message" + what;
  }
  if (waiting > shown) text += fmt::format(", and {} more", waiting - shown);
  return text;
}

}  // namespace collsim::fast
