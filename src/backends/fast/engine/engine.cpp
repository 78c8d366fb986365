#include "backends/fast/engine/engine.hpp"

#include <numeric>

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

Engine::~Engine() {
  // A fiber that has not ended unwinds, and its destructors may ask who runs.
  current_engine() = this;
  fibers_.reset();
  current_engine() = nullptr;
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
  current_engine() = this;
  for (const Rank& rank : ranks_) ready_.push(rank);
  do {
    while (!runner.failed() && !(ready_.empty() && messages_.undelivered() == 0)) {
      ready_.run_batch(ranks_, runner);
      if (ready_.empty() || messages_.undelivered() >= many) messages_.deliver_all();
    }
  } while (!runner.failed() &&
           events_.advance([this](const Event& event) { handle(event); },
                           [this](const Flows::Owner& owner, double time) { end_flow(owner, time); }));
}

void Engine::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::set_out:
    case Event::Kind::pass:
      return messages_.move(event);
    case Event::Kind::deliver:
    case Event::Kind::accept:
      return messages_.match(*event.request);
    case Event::Kind::work:
      return memories_.start(event);
    case Event::Kind::see:
      return flags_.see(event);
    case Event::Kind::change:
      return flags_.change(event);
    case Event::Kind::poll: {
      Rank& polling = ranks_[event.destination];
      if (!polling.paused || event.time < polling.now) return;
      polling.paused = false;
      polling.now = event.time;
      return ready_.push(polling);
    }
  }
}

void Engine::end_flow(const Flows::Owner& owner, double time) {
  if (const auto* send = std::get_if<Request*>(&owner)) return messages_.flowed(**send, time);
  Rank& worker = ranks_[std::get<std::int32_t>(owner)];
  worker.now = time;
  ready_.push(worker);
}

Schedule Engine::record(const std::function<void(int)>& body, std::int64_t room) {
  return record(
             1, [&](int rank, std::size_t) { body(rank); }, room)
      .first;
}

std::pair<Schedule, std::vector<std::size_t>> Engine::record(
    std::size_t lanes, const std::function<void(int, std::size_t)>& body, std::int64_t room) {
  current_engine() = this;
  recorder_.emplace();
  Schedule schedule(processes(), lanes);
  std::vector<std::size_t> alike(lanes);
  std::iota(alike.begin(), alike.end(), std::size_t{0});
  std::vector<Schedule::Tape> tapes(lanes);
  for (Rank& rank : ranks_) {
    ranks_.set_running(rank);
    for (const std::size_t lane : alike) {
      body(rank.number, lane);
      recorder_->take(tapes[lane]);
    }
    alike = schedule.set(rank.number, tapes, std::move(alike));
    if (schedule.memory() > room)
      throw Error("what the first " + std::to_string(rank.number + 1) + " ranks do takes more than " +
                  std::to_string(room) + " bytes to write down");
  }
  recorder_.reset();
  return {std::move(schedule), std::move(alike)};
}

void Engine::refuse_recording(const char* call) const {
  if (recorder_)
    throw Error(std::string(call) + " asks what has happened, which no recorded schedule can tell");
}

void Engine::wait(std::span<Request* const> requests) {
  if (recorder_) return recorder_->wait(requests);
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

Polling Engine::polling() {
  refuse_recording("a test or a probe");
  return {events_, messages_, *fibers_};
}

void Engine::work(int memory, double bytes, double bound) {
  if (recorder_) return recorder_->work(memory, bytes, bound);
  const Work work{memory, bytes, bound};
  if (memories_.begin(rank(), work)) return;
  fibers_->block();
  rank().doing = nullptr;
}

void Engine::raise(std::int64_t steps) {
  if (recorder_) return recorder_->raise(steps);
  flags_.raise(rank(), steps);
}

void Engine::await(int flag, std::int64_t steps) {
  if (recorder_) return recorder_->await(flag, steps);
  if (flags_.await(rank(), flag, steps)) return;
  fibers_->block();
  rank().doing = nullptr;
}

int Engine::compare_exchange(int node, std::int64_t call, int expected, int desired) {
  refuse_recording("the word of a node");
  Change change{node, call, expected, desired, 0};
  flags_.begin(rank(), change);
  fibers_->block();
  rank().doing = nullptr;
  return change.seen;
}

std::shared_ptr<Group::Meeting> Engine::meet(const Communicator& comm, std::vector<std::int64_t> brought,
                                             const char* call) {
  refuse_recording(call);
  Rank& caller = rank();
  auto& place = comm.group().meeting;
  if (!place) place = std::make_shared<Group::Meeting>();
  const auto meeting = place;
  meeting->brought.resize(static_cast<std::size_t>(comm.size()));
  meeting->brought[static_cast<std::size_t>(comm.rank())] = std::move(brought);
  meeting->last = std::max(meeting->last, caller.now);
  if (++meeting->present < comm.size()) {
    caller.doing = call;
    fibers_->block();
    caller.doing = nullptr;
  } else {
    place.reset();
    for (int other = 0; other < comm.size(); ++other)
      if (other != comm.rank()) ready_.push(ranks_[comm.world_rank(other)]);
  }
  caller.now = meeting->last;
  return meeting;
}

}  // namespace collsim::fast
