#include "backends/fast/networks/sharing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "backends/fast/prefetch.hpp"

namespace collsim::fast {
namespace {

/// Rounding makes what is equal differ by less than that: symmetric flows get the very same rate, and end at
/// one moment.
constexpr double equal = 1 + 1e-12;

/// Multiples of which are weights, at most 1 each: so many of them have no rounding, and sums have room.
constexpr double weight_unit = 0x1p-90;

/// Multiples of which are rates, so that sums up to the largest capacity have room: nothing that a rate of
/// 2^-67 of that is rounded by.
double unit_of(const std::vector<double>& capacities) {
  if (capacities.empty()) return 1;
  return std::ldexp(1, std::ilogb(*std::max_element(capacities.begin(), capacities.end())) - 120);
}

}  // namespace

Sharing::Sharing(const std::vector<double>& capacities)
    : rate_unit_(unit_of(capacities)), resources_(capacities.size()) {
  for (std::size_t i = 0; i < capacities.size(); ++i)
    resources_[i].capacity = static_cast<Sum>(capacities[i] / rate_unit_);
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
  it.load = 0;
  it.level = never;
  it.penalty = penalty;
  it.bound = bound;
  it.key = key;
  if (amount > 0) attach(flow, resources);
  const bool shares = !it.hops.empty();
  it.ends = shares ? never : now + amount / bound;
  queue(flow);
  return flow;
}

double Sharing::next(double horizon) {
  const double moment = now_ * equal;
  if (!changed_.empty() && horizon > moment && first_end() > moment) solve();
  return first_end();
}

/// The heap tells it from now on, unless it has a time that is earlier still.
void Sharing::queue(Flow flow) {
  State& it = state(flow);
  if (it.ends >= it.queued) return;
  it.queued = it.ends;
  ends_.push({it.ends, it.key, flow});
}

/// Times that became later are put right when it is their turn: most change again before.
double Sharing::first_end() {
  while (!ends_.empty()) {
    const End first = ends_.top();
    State& its = state(first.flow);
    const bool counts = first.time == its.queued && first.key == its.key;
    if (counts && first.time == its.ends) return first.time;
    ends_.pop();
    if (!counts) continue;
    its.queued = never;
    queue(first.flow);
  }
  return never;
}

Sharing::Flow Sharing::pop() {
  now_ = first_end();
  assert(now_ < never);
  const Flow flow = ends_.top().flow;
  ends_.pop();
  detach(flow);
  state(flow).ends = state(flow).queued = never;
  unused_.push_back(flow);
  return flow;
}

Sharing::Flow Sharing::unused() {
  if (unused_.empty()) {
    const auto flow = static_cast<Flow>(flows_.size());
    flows_.emplace_back();
    return flow;
  }
  const Flow flow = unused_.back();
  unused_.pop_back();
  return flow;
}

void Sharing::attach(Flow flow, std::span<const std::int32_t> resources) {
  auto& hops = state(flow).hops;
  state(flow).bottleneck = unknown;
  for (const std::int32_t index : resources) {
    Resource& it = resource(index);
    it.uses.push_back({flow, static_cast<std::int32_t>(hops.size())});
    hops.push_back({index, static_cast<std::int32_t>(it.uses.size()) - 1});
    it.held.push_back(flow);
    change(index);
  }
}

void Sharing::detach(Flow flow) {
  const State& its = state(flow);
  for (const auto [index, use] : its.hops) {
    Resource& it = resource(index);
    it.load -= its.load;
    const Use last = it.uses.back();
    it.uses[static_cast<std::size_t>(use)] = last;
    state(last.flow).hops[static_cast<std::size_t>(last.hop)].use = use;
    it.uses.pop_back();
    if (it.uses.empty())
      it.held.clear();
    else
      change(index);
  }
  state(flow).hops.clear();
  state(flow).bottleneck = none;
}

void Sharing::change(std::int32_t index) {
  if (!std::exchange(resource(index).changed, true)) changed_.push_back(index);
}

/// Beginning with the resources that changed, in the order of their numbers, because rates round.
void Sharing::solve() {
  std::sort(changed_.begin(), changed_.end());
  for (const std::int32_t seed : changed_) {
    if (!resource(seed).changed) continue;
    reach(seed);
    do {
      spread();
      fill();
    } while (overtaken());
    settle();
  }
  changed_.clear();
}

void Sharing::open(Flow flow) {
  if (!std::exchange(state(flow).open, true)) opened_.push_back(flow);
}

/// Flows that have their bottleneck there may change, and so may new ones.
void Sharing::reach(std::int32_t index) {
  Resource& it = resource(index);
  if (std::exchange(it.reached, true)) return;
  reached_.push_back(index);
  it.changed = false;
  for (const Flow each : it.held)
    if (const State& flow = state(each); flow.bottleneck == index || flow.bottleneck == unknown) open(each);
  it.held.clear();
}

/// What flows that may change had on their resources is free.
void Sharing::spread() {
  for (; spread_ < opened_.size(); ++spread_) {
    fetch_after(spread_);
    const Flow flow = opened_[spread_];
    for (const Hop& hop : state(flow).hops) {
      reach(hop.resource);
      Resource& it = resource(hop.resource);
      it.load -= state(flow).load;
      it.flows.push_back(flow);
    }
    state(flow).load = 0;
  }
}

/// What the next ones need into the cache: there may be too many for it.
void Sharing::fetch_after(std::size_t place) const {
  constexpr std::size_t near = 6, far = 12;
  if (place + far < opened_.size()) prefetch_lines(&state(opened_[place + far]), sizeof(State));
  if (place + near >= opened_.size()) return;
  prefetch(state(opened_[place + near]).hops.data());
}

/// At which its flows that have no rate yet exhaust it; 0 if rounded rates of others leave nothing.
double Sharing::level(const Resource& resource) const {
  const Sum left = std::max<Sum>(0, resource.capacity - resource.load);
  return static_cast<double>(left) * rate_unit_ / (static_cast<double>(resource.weight) * weight_unit);
}

/// Weights are relative to the smallest penalty: if all penalties are equal, a level is a rate, exactly.
void Sharing::weigh() {
  smallest_penalty_ = never;
  for (const Flow each : opened_) smallest_penalty_ = std::min(smallest_penalty_, state(each).penalty);
  levels_.clear();
  for (const Flow each : opened_) {
    State& flow = state(each);
    flow.fixed = false;
    flow.weight = smallest_penalty_ / flow.penalty;
    flow.share = static_cast<Sum>(flow.weight / weight_unit);
    if (flow.bound < never)
      levels_.emplace_back(flow.bound / flow.weight, resources_.size() + static_cast<std::size_t>(each));
  }
  open_ = opened_.size();
  for (const std::int32_t index : reached_) {
    Resource& it = resource(index);
    it.weight = 0;
    for (const Flow each : it.flows) it.weight += state(each).share;
    it.open = static_cast<std::int32_t>(it.flows.size());
    if (it.open > 0) levels_.emplace_back(level(it), static_cast<std::size_t>(index));
  }
  std::make_heap(levels_.begin(), levels_.end(), std::greater<>());
}

/// All rates rise together, as level * weight, until a bound or a resource stops some: the lowest first. What
/// a resource has left for each only grows as others stop, so the levels in the heap are never too high.
void Sharing::fill() {
  weigh();
  exhausted_.clear();
  double height = 0;
  while (open_ > 0) {
    std::pop_heap(levels_.begin(), levels_.end(), std::greater<>());
    const auto [found, index] = levels_.back();
    levels_.pop_back();
    if (index >= resources_.size()) {
      State& flow = flows_[index - resources_.size()];
      if (!flow.fixed) fix(flow, flow.bound, none);
      continue;
    }
    const Resource& it = resources_[index];
    if (it.open == 0) continue;
    const double current = level(it);
    if (current > found * equal) {
      levels_.emplace_back(current, index);
      std::push_heap(levels_.begin(), levels_.end(), std::greater<>());
      continue;
    }
    if (current > height * equal) height = current;
    exhaust(static_cast<std::int32_t>(index), height);
  }
}

void Sharing::exhaust(std::int32_t index, double height) {
  exhausted_.emplace_back(index, height * smallest_penalty_);
  for (const Flow each : resource(index).flows)
    if (State& flow = state(each); !flow.fixed) fix(flow, height * flow.weight, index);
}

void Sharing::fix(State& flow, double rate, std::int32_t bottleneck) {
  flow.fixed = true;
  flow.found = rate;
  flow.load = static_cast<Sum>(rate / rate_unit_);
  flow.bottleneck = bottleneck;
  --open_;
  const double level = rate * flow.penalty;
  for (const Hop& hop : flow.hops) {
    Resource& it = resource(hop.resource);
    it.highest = std::max(it.highest, level);
    it.load += flow.load;
    it.weight -= flow.share;
    --it.open;
  }
}

/// Whether flows that were to keep their rates have more than others get at the bottleneck of these: then they
/// may change, and all is to be filled again.
bool Sharing::overtaken() {
  const std::size_t before = opened_.size();
  for (const auto& [index, level] : exhausted_) {
    Resource& it = resource(index);
    if (it.highest > level * equal)
      for (const Use& use : it.uses)
        if (state(use.flow).level > level * equal) open(use.flow);
  }
  if (opened_.size() == before) {
    for (const auto& [index, level] : exhausted_) resource(index).highest = level * equal;
    return false;
  }
  for (std::size_t i = 0; i < before; ++i) {
    State& flow = state(opened_[i]);
    for (const Hop& hop : flow.hops) resource(hop.resource).load -= flow.load;
    flow.load = 0;
  }
  return true;
}

/// What was found is so from now on.
void Sharing::settle() {
  for (std::size_t i = 0; i < opened_.size(); ++i) {
    fetch_after(i);
    const Flow each = opened_[i];
    State& flow = state(each);
    flow.open = false;
    if (flow.bottleneck != none) resource(flow.bottleneck).held.push_back(each);
    set_rate(flow, flow.found);
    queue(each);
  }
  for (const std::int32_t index : reached_) {
    resource(index).reached = false;
    resource(index).flows.clear();
  }
  opened_.clear();
  reached_.clear();
  spread_ = 0;
}

void Sharing::set_rate(State& flow, double rate) {
  if (rate == flow.rate) return;
  flow.level = rate * flow.penalty;
  if (flow.rate > 0) {
    flow.remaining = std::max(0.0, flow.remaining - flow.rate * (now_ - flow.since));
    flow.since = now_;
  }
  flow.rate = rate;
  flow.ends = std::max(now_, flow.since + flow.remaining / rate);
}

}  // namespace collsim::fast
