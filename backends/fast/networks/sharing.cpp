#include "backends/fast/networks/sharing.hpp"

#include <algorithm>
#include <cassert>

namespace collsim::fast {
namespace {

/// Rounding makes what is equal differ by less than that: symmetric flows get the very same rate, and end at
/// one moment.
constexpr double equal = 1 + 1e-12;

}  // namespace

Sharing::Sharing(std::vector<double> capacities) : resources_(capacities.size()) {
  for (std::size_t i = 0; i < capacities.size(); ++i) resources_[i].capacity = capacities[i];
}

Sharing::Flow Sharing::start(double now, double amount, std::span<const std::int32_t> resources, Key key,
                             double penalty, double bound) {
  assert(now >= now_ && amount >= 0 && penalty > 0 && bound > 0);
  now_ = now;
  const Flow flow = unused();
  State& it = state(flow);
  it.remaining = amount;
  it.since = now;
  it.rate = 0;
  it.level = never;
  it.penalty = penalty;
  it.bound = bound;
  it.key = key;
  if (amount > 0) attach(flow, resources);
  const bool shares = !it.hops.empty();
  ends_.update(it.end, End{shares ? never : now + amount / bound, key, flow});
  return flow;
}

double Sharing::next(double horizon) {
  const double moment = now_ * equal;
  if (!changed_.empty() && horizon > moment && ends_.top().time > moment) solve();
  return ends_.empty() ? never : ends_.top().time;
}

Sharing::Flow Sharing::pop() {
  const auto [time, key, flow] = ends_.top();
  assert(time < never);
  now_ = time;
  ended_level_ = std::min(ended_level_, state(flow).level);
  detach(flow);
  ends_.update(state(flow).end, End{never, {}, flow});
  unused_.push_back(flow);
  return flow;
}

Sharing::Flow Sharing::unused() {
  if (unused_.empty()) {
    const auto flow = static_cast<Flow>(flows_.size());
    flows_.emplace_back().end = ends_.push({never, {}, flow});
    return flow;
  }
  const Flow flow = unused_.back();
  unused_.pop_back();
  return flow;
}

void Sharing::attach(Flow flow, std::span<const std::int32_t> resources) {
  auto& hops = state(flow).hops;
  for (const std::int32_t index : resources) {
    auto& uses = resource(index).uses;
    uses.push_back({flow, static_cast<std::int32_t>(hops.size())});
    hops.push_back({index, static_cast<std::int32_t>(uses.size()) - 1});
    change(index);
  }
}

void Sharing::detach(Flow flow) {
  auto& hops = state(flow).hops;
  for (const auto [index, use] : hops) {
    auto& uses = resource(index).uses;
    const Use last = uses.back();
    uses[static_cast<std::size_t>(use)] = last;
    state(last.flow).hops[static_cast<std::size_t>(last.hop)].use = use;
    uses.pop_back();
    if (!uses.empty()) change(index);
  }
  hops.clear();
}

void Sharing::change(std::int32_t index) {
  if (!std::exchange(resource(index).changed, true)) changed_.push_back(index);
}

/// Where a resource would be exhausted if its flows stopped at their present levels or there.
double Sharing::water_level(const Resource& resource) const {
  double level = 0;
  for (;;) {
    double left = resource.capacity, weight = 0;
    for (const Use& use : resource.uses) {
      const State& flow = state(use.flow);
      if (flow.level < level)
        left -= flow.rate;
      else
        weight += 1 / flow.penalty;
    }
    if (weight == 0) return never;
    if (left / weight <= level * equal) return level;
    level = left / weight;
  }
}

/// As rates rise together, nothing differs from the last time before a flow that left would have stopped, or
/// a resource that flows joined is exhausted. A little less, because both are rounded.
double Sharing::first_level() const {
  double level = ended_level_;
  for (const std::int32_t index : changed_)
    level = std::min(level, water_level(resources_[static_cast<std::size_t>(index)]));
  return level * (1 - 1e-6);
}

void Sharing::solve() {
  from_ = first_level();
  const std::uint64_t before = visit_;
  for (const std::int32_t seed : changed_) {
    resource(seed).changed = false;
    if (resource(seed).visit > before) continue;
    gather(seed);
    prepare();
    fill();
  }
  changed_.clear();
  ended_level_ = never;
}

/// What is connected with `seed` through flows that may change. All flows there, in the order of their keys,
/// because sums round.
void Sharing::gather(std::int32_t seed) {
  ++visit_;
  gathered_.clear();
  reached_.assign(1, seed);
  resource(seed).visit = visit_;
  for (std::size_t i = 0; i < reached_.size(); ++i)
    for (const Use& use : resource(reached_[i]).uses) {
      State& flow = state(use.flow);
      if (std::exchange(flow.visit, visit_) == visit_) continue;
      gathered_.emplace_back(flow.key, use.flow);
      if (flow.level < from_) continue;
      for (const Hop& hop : flow.hops)
        if (std::exchange(resource(hop.resource).visit, visit_) != visit_) reached_.push_back(hop.resource);
    }
  std::sort(gathered_.begin(), gathered_.end());
}

void Sharing::prepare() {
  for (const std::int32_t index : reached_) {
    Resource& it = resource(index);
    it.left = it.capacity;
    it.weight = 0;
    it.open = 0;
  }
  smallest_penalty_ = never;
  for (const auto& [key, flow] : gathered_)
    if (state(flow).level >= from_) smallest_penalty_ = std::min(smallest_penalty_, state(flow).penalty);
  levels_.clear();
  open_ = 0;
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    State& flow = state(gathered_[i].second);
    flow.order = static_cast<std::int32_t>(i);
    prepare(flow);
  }
  for (const std::int32_t index : reached_)
    if (const Resource& it = resource(index); it.open > 0)
      levels_.emplace_back(it.left / it.weight, static_cast<std::size_t>(index));
  std::make_heap(levels_.begin(), levels_.end(), std::greater<>());
}

/// Weights are relative to the smallest penalty: if all penalties are equal, a level is a rate, exactly.
void Sharing::prepare(State& flow) {
  flow.fixed = flow.level < from_;
  if (flow.fixed) {
    for (const Hop& hop : flow.hops)
      if (resource(hop.resource).visit == visit_) resource(hop.resource).left -= flow.rate;
    return;
  }
  ++open_;
  flow.weight = smallest_penalty_ / flow.penalty;
  for (const Hop& hop : flow.hops) {
    resource(hop.resource).weight += flow.weight;
    ++resource(hop.resource).open;
  }
  if (flow.bound < never)
    levels_.emplace_back(flow.bound / flow.weight, resources_.size() + static_cast<std::size_t>(flow.order));
}

/// All rates rise together, as level * weight, until a bound or a resource stops some: the lowest first. What
/// a resource has left for each only grows as others stop, so the levels in the heap are never too high.
void Sharing::fill() {
  double level = from_ / smallest_penalty_;  // what rounding takes from a resource must not stop a flow
  while (open_ > 0) {
    std::pop_heap(levels_.begin(), levels_.end(), std::greater<>());
    const auto [found, index] = levels_.back();
    levels_.pop_back();
    if (index >= resources_.size()) {
      State& flow = state(gathered_[index - resources_.size()].second);
      if (!flow.fixed) fix(flow, flow.bound);
      continue;
    }
    Resource& it = resources_[index];
    if (it.open == 0) continue;
    const double current = it.left / it.weight;
    if (current > found * equal) {
      levels_.emplace_back(current, index);
      std::push_heap(levels_.begin(), levels_.end(), std::greater<>());
      continue;
    }
    if (current > level * equal) level = current;
    exhaust(it, level);
  }
}

void Sharing::exhaust(Resource& resource, double level) {
  exhausting_.clear();
  for (const Use& use : resource.uses)
    if (!state(use.flow).fixed) exhausting_.push_back(state(use.flow).order);
  std::sort(exhausting_.begin(), exhausting_.end());
  for (const std::int32_t order : exhausting_) {
    State& flow = state(gathered_[static_cast<std::size_t>(order)].second);
    if (!flow.fixed) fix(flow, level * flow.weight);
  }
}

void Sharing::fix(State& flow, double rate) {
  flow.fixed = true;
  --open_;
  for (const Hop& hop : flow.hops) {
    Resource& it = resource(hop.resource);
    it.left -= rate;
    it.weight -= flow.weight;
    --it.open;
  }
  set_rate(flow, rate);
}

void Sharing::set_rate(State& flow, double rate) {
  if (rate == flow.rate) return;
  flow.level = rate * flow.penalty;
  if (flow.rate > 0) {
    flow.remaining = std::max(0.0, flow.remaining - flow.rate * (now_ - flow.since));
    flow.since = now_;
  }
  flow.rate = rate;
  (*flow.end).time = std::max(now_, flow.since + flow.remaining / rate);
  ends_.update(flow.end);
}

}  // namespace collsim::fast
