#include "backends/fast/sharing.hpp"

#include <algorithm>
#include <cassert>

namespace collsim::fast {
namespace {

/// Rounding makes what is equal differ by less than that: symmetric flows get the very same rate, and end at one
/// moment.
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
  it.penalty = penalty;
  it.bound = bound;
  it.key = key;
  if (amount > 0 && !resources.empty()) {
    attach(flow, resources);
    changed_.push_back(resources.front());
  }
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
  detach(flow);
  ends_.update(state(flow).end, End{never, 0, flow});
  unused_.push_back(flow);
  return flow;
}

Sharing::Flow Sharing::unused() {
  if (unused_.empty()) {
    const auto flow = static_cast<Flow>(flows_.size());
    flows_.emplace_back().end = ends_.push({never, 0, flow});
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
    if (!uses.empty()) changed_.push_back(index);
  }
  hops.clear();
}

void Sharing::solve() {
  ++visit_;
  for (const std::int32_t seed : changed_) {
    if (resource(seed).visit == visit_) continue;
    gather(seed);
    if (gathered_.empty()) continue;
    prepare();
    fill();
  }
  changed_.clear();
}

/// The flows and resources connected with `seed`; flows in the order of their keys, because sums round.
void Sharing::gather(std::int32_t seed) {
  gathered_.clear();
  reached_.assign(1, seed);
  resource(seed).visit = visit_;
  for (std::size_t i = 0; i < reached_.size(); ++i)
    for (const auto [flow, use] : resource(reached_[i]).uses) {
      State& it = state(flow);
      if (std::exchange(it.visit, visit_) == visit_) continue;
      gathered_.emplace_back(it.key, flow);
      for (const Hop& hop : it.hops)
        if (std::exchange(resource(hop.resource).visit, visit_) != visit_) reached_.push_back(hop.resource);
    }
  std::sort(gathered_.begin(), gathered_.end());
}

/// Nothing has a rate. Weights are relative to the smallest penalty: if all are equal, a level is a rate, exactly.
void Sharing::prepare() {
  for (const std::int32_t index : reached_) {
    Resource& it = resource(index);
    it.left = it.capacity;
    it.weight = 0;
    it.open = static_cast<std::int32_t>(it.uses.size());
  }
  double smallest = never;
  for (const auto& [key, flow] : gathered_) smallest = std::min(smallest, state(flow).penalty);
  levels_.clear();
  std::int32_t order = 0;
  for (const auto& [key, flow] : gathered_) {
    State& it = state(flow);
    it.weight = smallest / it.penalty;
    it.order = order++;
    it.fixed = false;
    for (const Hop& hop : it.hops) resource(hop.resource).weight += it.weight;
    if (it.bound < never)
      levels_.emplace_back(it.bound / it.weight, resources_.size() + static_cast<std::size_t>(it.order));
  }
  for (const std::int32_t index : reached_)
    levels_.emplace_back(resource(index).left / resource(index).weight, static_cast<std::size_t>(index));
  std::make_heap(levels_.begin(), levels_.end(), std::greater<>());
}

/// All rates rise together, as level * weight, until a bound or a resource stops some of them: the lowest first.
/// What a resource has left for each only grows as others stop, so the levels in the heap are never too high.
void Sharing::fill() {
  double level = 0;
  while (!levels_.empty()) {
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
  if (flow.rate > 0) {
    flow.remaining = std::max(0.0, flow.remaining - flow.rate * (now_ - flow.since));
    flow.since = now_;
  }
  flow.rate = rate;
  (*flow.end).time = std::max(now_, flow.since + flow.remaining / rate);
  ends_.update(flow.end);
}

}  // namespace collsim::fast
