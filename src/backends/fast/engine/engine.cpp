#include "backends/fast/engine/engine.hpp"

#include <numeric>
#include <utility>

#include "backends/fast/engine/replay.hpp"
#include "support/error.hpp"

namespace collsim::fast {
namespace {

/// Seconds between cause and effect on different nodes, a little less than they are: rounding must not bring
/// an effect into the window of its cause.
double lookahead(const Network& network, const Protocol& protocol) {
  return network.least_latency() * protocol.latency_factor.least() * (1 - 1e-6);
}

}  // namespace

Engine::Engine(const Network& network, const Protocol& protocol, const std::string& model,
               std::vector<int> nodes, const std::vector<double>& memories, const Settings& settings)
    : network_(network),
      protocol_(protocol),
      ranks_(std::move(nodes)),
      inside_(settings.inside),
      model_(make_network_model(model, {network, protocol, ranks_.nodes(), inside_.get()})),
      flows_(model_->capacities(), memories),
      events_(ranks_, *model_, flows_, settings.window < 0 ? lookahead(network, protocol) : settings.window),
      messages_(ranks_, protocol, *model_, flows_, events_, ready_, settings),
      memories_(ranks_, flows_, events_),
      flags_(ranks_, events_, ready_, settings) {}

/// A fiber that has not ended unwinds, while all that it may ask is there.
Engine::~Engine() {
  fibers_.reset();
}

void Engine::run(const std::function<void(int)>& body) {
  fibers_ = std::make_unique<Fibers>(ranks_);
  for (Rank& rank : ranks_) fibers_->start(rank, body);
  loop(*fibers_);
  fibers_->check();
  check_finished(ranks_);
}

void Engine::run(const Schedule& schedule) {
  if (const auto its = exchange_ends(schedule, ranks_, {*model_, protocol_}, network_.uniform())) {
    for (Rank& rank : ranks_) rank.now = (*its)[static_cast<std::size_t>(rank.number)];
    return;
  }
  messages_.carry_nothing();
  Replay replay(schedule, ranks_, messages_, memories_, flags_);
  loop(replay);
  check_finished(ranks_);
}

Ends Engine::ends(const Schedule& schedule, const std::vector<std::size_t>& lanes) {
  return ends(schedule, lanes, std::vector<Terms>(schedule.lanes(), {*model_, protocol_}),
              network_.uniform());
}

Ends Engine::ends(const Schedule& schedule, const std::vector<std::size_t>& lanes,
                  const std::vector<Terms>& terms, bool uniform) {
  return evaluate(schedule, ranks_, lanes, terms, uniform, lookahead(network_, protocol_));
}

template <class Runner>
void Engine::loop(Runner& runner) {
  constexpr std::size_t many = 128;
  for (const Rank& rank : ranks_) ready_.push(rank);
  do {
    while (!runner.failed() && !(ready_.empty() && messages_.undelivered() == 0)) {
      ready_.run_batch(ranks_, runner);
      if (ready_.empty() || messages_.undelivered() >= many) messages_.deliver_all();
    }
  } while (!runner.failed() &&
           events_.advance([this](const TimelineEvent& event) { handle(event); },
                           [this](const Flows::Owner& owner, double time) { end_flow(owner, time); }));
}

void Engine::handle(const TimelineEvent& event) {
  switch (event.kind) {
    case TimelineEvent::Kind::set_out:
    case TimelineEvent::Kind::pass:
      return messages_.move(event);
    case TimelineEvent::Kind::deliver:
    case TimelineEvent::Kind::accept:
      return messages_.match(*event.request);
    case TimelineEvent::Kind::work:
      return memories_.start(event);
    case TimelineEvent::Kind::see:
      return flags_.see(event);
    case TimelineEvent::Kind::change:
      return flags_.change(event);
  }
}

void Engine::end_flow(const Flows::Owner& owner, double time) {
  if (const auto* send = std::get_if<Request*>(&owner)) return messages_.flowed(**send, time);
  Rank& worker = ranks_[std::get<std::int32_t>(owner)];
  worker.now = time;
  ready_.push(worker);
}

Schedule Engine::record(const std::function<void(Recorder&, int)>& body, std::int64_t room) {
  return record(
             1, [&](Recorder& recorder, int rank, std::size_t) { body(recorder, rank); }, room)
      .first;
}

std::pair<Schedule, std::vector<std::size_t>> Engine::record(
    std::size_t lanes, const std::function<void(Recorder&, int, std::size_t)>& body, std::int64_t room) {
  Recorder recorder;
  Schedule schedule(processes(), lanes);
  std::vector<std::size_t> alike(lanes);
  std::iota(alike.begin(), alike.end(), std::size_t{0});
  std::vector<Schedule::Tape> tapes(lanes);
  for (int rank = 0; rank < processes(); ++rank) {
    for (const std::size_t lane : alike) {
      body(recorder, rank, lane);
      recorder.take(tapes[lane]);
    }
    alike = schedule.set(rank, tapes, std::move(alike));
    if (schedule.memory() > room)
      throw Error("what the first " + std::to_string(rank + 1) + " ranks do takes more than " +
                  std::to_string(room) + " bytes to write down");
  }
  return {std::move(schedule), std::move(alike)};
}

void Engine::wait(std::span<Request* const> requests) {
  Rank& waiting = rank();
  for (Request* request : requests) waiting.wait_for(*request);
  if (waiting.pending > 0) {
    waiting.awaited = requests;
    fibers_->block();
    waiting.awaited = {};
  }
  for (const Request* request : requests) waiting.now = std::max(waiting.now, request->over());
}

void Engine::finish_call() {
  Rank& waiting = rank();
  if (waiting.must_finish_call()) fibers_->block();
  waiting.leave_call();
}

void Engine::work(int memory, double bytes, double bound) {
  const Work work{memory, bytes, bound};
  if (memories_.begin(rank(), work)) return;
  fibers_->block();
  rank().doing = nullptr;
}

void Engine::raise(std::int64_t steps) {
  flags_.raise(rank(), steps);
}

void Engine::await(int flag, std::int64_t steps) {
  if (flags_.await(rank(), flag, steps)) return;
  fibers_->block();
  rank().doing = nullptr;
}

int Engine::compare_exchange(int node, std::int64_t call, int expected, int desired) {
  Change change{node, call, expected, desired, 0};
  flags_.begin(rank(), change);
  fibers_->block();
  rank().doing = nullptr;
  return change.seen;
}

void Engine::meet(const Contribution& own, const Together& together, const char* call) {
  Rank& caller = rank();
  meeting_.given.resize(static_cast<std::size_t>(processes()));
  meeting_.given[static_cast<std::size_t>(caller.number)] = own;
  meeting_.last = std::max(meeting_.last, caller.now);
  if (++meeting_.present < processes()) {
    caller.doing = call;
    fibers_->block();
    caller.doing = nullptr;
    return;
  }
  const Meeting all = std::exchange(meeting_, {});
  for (Rank& each : ranks_) {
    each.now = all.last;
    if (each.number != caller.number) ready_.push(each);
  }
  together(all.given);
}

}  // namespace collsim::fast
