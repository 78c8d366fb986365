#include "backends/fast/engine/engine.hpp"

#include <algorithm>
#include <limits>

#include "backends/fast/prefetch.hpp"

namespace collsim::fast {
namespace {

/// Seconds. A little less than it is: rounding must not bring an effect into the window of its cause.
double lookahead(const Network& network, const Protocol& protocol) {
  return network.least_latency() * protocol.latency_factor * (1 - 1e-6);
}

bool all_differ(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

std::vector<double> joined(std::vector<double> first, const std::vector<double>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

Engine::Engine(const Network& network, const Protocol& protocol, const std::string& model,
               std::vector<int> nodes, std::vector<double> memories, const Settings& settings)
    : settings_(settings),
      protocol_(protocol),
      nodes_(std::move(nodes)),
      ranks_(nodes_.size()),
      timeline_(settings.window < 0 ? lookahead(network, protocol) : settings.window),
      model_(make_network_model(model,
                                {network, protocol, 1 + *std::max_element(nodes_.begin(), nodes_.end())})),
      memories_begin_(static_cast<std::int32_t>(model_->capacities().size())),
      flows_(joined(model_->capacities(), memories)) {
  own_ports_ = model_->traits.contends_at_ports && protocol.eager == 0 && all_differ(nodes_);
  const auto world = std::make_shared<Group>(processes());
  for (int number = 0; number < processes(); ++number) {
    Rank& each = rank(number);
    each.number = number;
    each.world = {world, number};
    each.in.done = each.out.done = true;
  }
}

Engine::~Engine() {
  // A fiber that has not ended unwinds, and its destructors may ask who runs.
  current_engine() = this;
  for (auto& each : ranks_) {
    running_ = &each;
    each.fiber = {};
  }
  current_engine() = nullptr;
}

Kept* Engine::create() {
  auto* kept = new (requests_.malloc()) Kept;
  kept->kept = true;
  return kept;
}

void Engine::destroy(Request* request) {
  auto* kept = static_cast<Kept*>(request);
  kept->~Kept();
  requests_.free(kept);
}

void Engine::run(const std::function<void(int)>& body) {
  stacks_ = std::make_unique<Stacks>(processes());
  work_off([&](int number) { start(number, body); });
}

void Engine::work_off(const std::function<void(int)>& start_rank) {
  current_engine() = this;
  unfinished_ = processes();
  for (int number = 0; number < processes(); ++number) start_rank(number);
  do {
    run_ready();
  } while (!failure_ && advance());
  if (failure_) std::rethrow_exception(failure_);
  check_finished();
}

void Engine::start(int number, const std::function<void(int)>& body) {
  struct NoAllocator {  // the stacks are the engine's, whatever fibers come and go
    static boost::context::stack_context allocate() { return {}; }
    static void deallocate(boost::context::stack_context&) {}
  };
  Rank& starting = rank(number);
  starting.fiber = boost::context::fiber(std::allocator_arg, (*stacks_)[number], NoAllocator{},
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

void Engine::resume(Rank& resumed) {
  running_ = &resumed;
  if (schedule_)
    read_on(resumed);
  else
    resumed.fiber = std::move(resumed.fiber).resume();
}

void Engine::block() {
  Rank& blocked = *running_;
  blocked.frame = __builtin_frame_address(0);
  if (!stacks_->holds(blocked.number, blocked.frame)) refuse_depth();
  main_ = std::move(main_).resume();
}

bool Engine::advance() {
  const double events = timeline_.first();
  const double flows = flows_.next_end(events);
  if (std::min(flows, events) == Sharing::never) return false;
  if (flows <= events)
    end_flow(flows);
  else if (careful_ == 0 && !model_->traits.starts_flows && flows_.none())
    work_through_window();
  else
    happen(timeline_.pop());
  return true;
}

/// Nothing that the ranks do after it can be in it.
void Engine::work_through_window() {
  constexpr std::size_t near = 8, far = 16;
  do {
    if (const Event* later = timeline_.ahead(far)) prefetch(later->request);
    if (const Event* soon = timeline_.ahead(near)) {
      prefetch(soon->request->partner);
      prefetch(&rank(soon->request->owner));
      prefetch(&rank(soon->request->peer));
    }
    happen(timeline_.pop());
  } while (timeline_.in_window());
}

void Engine::happen(const Event& event) {
  if (is_careful(event)) --careful_;
  Request* request = event.request;
  switch (event.kind) {
    case Event::Kind::set_out:
      return progress(*request, model_->set_out(message(*request), event.time, flows_));
    case Event::Kind::pass:
      return progress(*request, model_->pass(message(*request), event.time, flows_));
    case Event::Kind::work_begin: {
      const std::int32_t memory = memories_begin_ + event.work->memory;
      return flows_.start(event.destination, event.time, event.work->bytes, {&memory, 1},
                          {event.destination, event.source, event.sequence}, 1, event.work->bound);
    }
    case Event::Kind::deliver:
    case Event::Kind::accept:
      return enter(*request);
    case Event::Kind::look: {
      Rank& looker = rank(event.destination);
      if (!looker.looking || event.time < looker.now) return;
      looker.looking = false;
      looker.now = event.time;
      return wake(looker);
    }
  }
}

void Engine::progress(Request& send, const NetworkModel::Progress& next) {
  using enum NetworkModel::Progress::Kind;
  if (next.kind == later)
    schedule({next.time, send.peer, send.owner, send.sequence, Event::Kind::pass, {&send}});
  else if (next.kind == arrives)
    arrive(send, next.time);
}

void Engine::end_flow(double now) {
  const Flows::Owner ended = flows_.pop();
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
  if (event.kind != Event::Kind::set_out && event.kind != Event::Kind::pass) return true;
  return node_of(event.request->owner) == node_of(event.request->peer);
}

void Engine::schedule(const Event& event) {
  if (is_careful(event)) ++careful_;
  timeline_.push(event);
}

void Engine::work(int memory, double bytes, double bound) {
  if (recording_) return recording_->work(memory, bytes, bound);
  const Work work{memory, bytes, bound};
  begin_work(work);
  block();
  running_->doing = nullptr;
}

/// `work` stays until the rank goes on.
void Engine::begin_work(const Work& work) {
  Event event{running_->now,     running_->number,        running_->number,
              running_->asked++, Event::Kind::work_begin, {}};
  event.work = &work;
  schedule(event);
  running_->doing = "its memory";
}

std::shared_ptr<Group::Meeting> Engine::meet(const Communicator& comm, std::vector<std::int64_t> brought,
                                             const char* call) {
  refuse_recording(call);
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

}  // namespace collsim::fast
