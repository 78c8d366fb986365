#include "backends/fast/engine/engine.hpp"

#include <utility>

namespace collsim::fast {

Engine::Engine(const Network& network, const Protocol& protocol, const std::string& model,
               std::vector<int> nodes, const std::vector<double>& memories, const Settings& settings)
    : ranks_(std::move(nodes)),
      network_(model, network, protocol, ranks_.nodes(), settings.inside),
      flows_(network_.model->capacities(), memories),
      events_(ranks_, *network_.model, flows_, settings.window < 0 ? network_.lookahead() : settings.window),
      messages_(ranks_, protocol, *network_.model, flows_, events_, ready_, settings),
      memories_(ranks_, flows_, events_),
      flags_(ranks_, events_, ready_, settings) {}

/// A fiber that has not ended unwinds, while all that it may ask is there.
Engine::~Engine() {
  fibers_.reset();
}

void Engine::run(const std::function<void(int)>& body) {
  fibers_ = std::make_unique<Fibers>(ranks_);
  for (Rank& rank : ranks_) fibers_->start(rank, body);
  run_by(*fibers_);
  fibers_->check();
  check_finished(ranks_);
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
  const MemoryWork work{memory, bytes, bound};
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
