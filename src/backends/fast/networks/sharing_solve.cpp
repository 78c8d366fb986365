// How flows get their rates where something changed.
#include <algorithm>

#include "backends/fast/networks/sharing.hpp"

namespace collsim::fast {
namespace {

/// Multiples of which are weights: one of 2^-20 has no rounding, and two million of 2^30 have room.
constexpr double weight_unit = 0x1p-76;

/// In two steps, which are instructions where the one of the compiler is a call.
template <class Weight>
double number(Weight weight) {
  return (static_cast<double>(static_cast<std::int64_t>(weight >> 64)) * 0x1p64 +
          static_cast<double>(static_cast<std::uint64_t>(weight))) *
         weight_unit;
}

}  // namespace

/// Beginning with the resources that changed, in the order of their numbers, because rates round.
void Sharing::solve() {
  if (rated_ == 0) begin_weights();
  std::sort(changed_.begin(), changed_.end());
  for (const Index seed : changed_) {
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

/// Relative to the smallest penalty: if all penalties are equal, a level is a rate, exactly.
void Sharing::begin_weights() {
  reference_ = never;
  for (const Index index : changed_)
    for (const Flow each : users(index).starting) reference_ = std::min(reference_, state(each).penalty);
}

void Sharing::reach(Index index) {
  Resource& it = resource(index);
  if (std::exchange(it.reached, true)) return;
  reached_.push_back(index);
  it.changed = false;
}

/// Flows that have their bottleneck at a resource that was reached may change, and so may new ones there; what they had on
/// their resources is free.
void Sharing::spread() {
  for (; spread_ < reached_.size(); ++spread_) {
    const Index index = reached_[spread_];
    for (const Flow each : users(index).starting)
      if (state(each).bottleneck == fresh) seek(each);
    users(index).starting.clear();
    Resource& it = resource(index);
    it.fixed = false;
    if (it.group < 0) continue;
    Group& its = group(it.group);
    update_parts(its);
    open_ += its.due.size();
    for (std::size_t i = 0; i < its.parts.size();) {
      Part& part = its.parts[i];
      reach(part.resource);
      Resource& used = resource(part.resource);
      used.load -= part.load;
      used.weight += part.weight;
      part.load = 0;
      if (part.weight == 0 && i > 0) {
        part = its.parts.back();
        its.parts.pop_back();
      } else {
        ++i;
      }
    }
  }
}

/// A rate for a new flow.
void Sharing::seek(Flow flow) {
  State& its = state(flow);
  its.bottleneck = sought;
  its.weight = reference_ / its.penalty;
  const auto weight = static_cast<Weight>(its.weight / weight_unit);
  for (const Index index : route(flow)) {
    reach(index);
    resource(index).weight += weight;
  }
  ++open_;
  ++rated_;
}

/// A flow that joined or left its parts do not tell of until they are needed: then what they cost to go through is spent anyway.
void Sharing::update_parts(Group& group) {
  if (group.joined.empty() && group.left.empty()) return;
  for (std::size_t i = 0; i < group.parts.size(); ++i)
    part_of_[static_cast<std::size_t>(group.parts[i].resource)] = static_cast<Index>(i);
  for (const Flow each : group.joined) add_part(group, each, 1);
  for (const Flow each : group.left) add_part(group, each, -1);
  group.joined.clear();
  group.left.clear();
  for (const Part& each : group.parts) part_of_[static_cast<std::size_t>(each.resource)] = -1;
}

void Sharing::add_part(Group& group, Flow flow, Weight sign) {
  const auto weight = sign * static_cast<Weight>(state(flow).weight / weight_unit);
  for (const Index index : route(flow)) {
    Index& part = part_of_[static_cast<std::size_t>(index)];
    if (part < 0) {
      part = static_cast<Index>(group.parts.size());
      group.parts.push_back({0, 0, index});
    }
    group.parts[static_cast<std::size_t>(part)].weight += weight;
  }
}

/// At which its flows that have no rate yet exhaust it; 0 if rounded rates of others leave nothing.
double Sharing::level(const Resource& resource) const {
  const double left =
      resource.load == 0
          ? resource.capacity
          : static_cast<double>(std::max<Load>(0, resource.whole - resource.load)) * rate_unit_;
  return left / number(resource.weight);
}

/// All rates rise together, as level * weight, until a resource stops some: the lowest first. What a resource
/// has left for each only grows as others stop, so the levels in the heap are never too high.
void Sharing::fill() {
  levels_.clear();
  for (const Index index : reached_)
    if (resource(index).weight > 0) levels_.emplace_back(level(resource(index)), index);
  std::make_heap(levels_.begin(), levels_.end(), std::greater<>());
  exhausted_.clear();
  double height = 0;
  while (open_ > 0) {
    std::pop_heap(levels_.begin(), levels_.end(), std::greater<>());
    const auto [found, index] = levels_.back();
    levels_.pop_back();
    if (resource(index).weight == 0) continue;
    const double current = level(resource(index));
    if (current > found * equal) {
      levels_.emplace_back(current, index);
      std::push_heap(levels_.begin(), levels_.end(), std::greater<>());
      continue;
    }
    if (current > height * equal) height = current;
    exhaust(index, height);
  }
}

void Sharing::exhaust(Index index, double height) {
  exhausted_.emplace_back(index, height);
  Group& its = group_at(index);
  update_parts(its);
  if (resource(index).weight > its.parts.front().weight)
    for (const Use& use : users(index).uses) {
      const Index other = state(use.flow).bottleneck;
      if (other == sought ||
          (other >= 0 && other != index && resource(other).reached && !resource(other).fixed))
        hold(use.flow, index);
    }
  join(its);
  resource(index).level = height;
  fix(index);
}

/// Makes the resource the flow's bottleneck.
void Sharing::hold(Flow flow, Index index) {
  State& its = state(flow);
  if (its.bottleneck >= 0) {
    Group& from = group_at(its.bottleneck);
    const double due = from.due[static_cast<std::size_t>(its.place)].served;
    its.amount = std::max(0.0, (due - served(from)) * its.weight);
    its.since = now_;
    remove(from, flow);
    from.left.push_back(flow);
  }
  its.bottleneck = index;
  group_at(index).joined.push_back(flow);
}

/// Flows that it holds from now on; where it held none, from the start of the last of them on, whatever starts elsewhere at
/// that moment. Where it has served much more than one of them needs, that would lose digits.
void Sharing::join(Group& group) {
  if (group.joined.empty()) return;
  const auto needs = [this](Flow each) { return state(each).amount / state(each).weight; };
  double least = never, last = 0;
  for (const Flow each : group.joined) {
    least = std::min(least, needs(each));
    last = std::max(last, state(each).since);
  }
  if (group.due.empty()) {
    group.level = group.served = 0;
    group.since = last;
  } else if (served(group) > 8 * least) {
    count_anew(group);
  }
  for (const Flow each : group.joined) insert(group, {served(group) + needs(each), each});
  update_parts(group);
}

void Sharing::fix(Index index) {
  Resource& it = resource(index);
  it.fixed = true;
  Group& its = group(it.group);
  open_ -= its.due.size();
  const double level = it.level;
  for (Part& part : its.parts) {
    Resource& used = resource(part.resource);
    part.load = static_cast<Load>(level * number(part.weight) / rate_unit_);
    used.load += part.load;
    used.weight -= part.weight;
    if (part.resource != index) used.highest = std::max(used.highest, level);
  }
}

/// Whether flows that were to keep their rates have more than others get at the bottleneck of these: then they
/// may change, and all is to be filled again.
bool Sharing::overtaken() {
  const std::size_t before = reached_.size();
  for (const auto& [index, level] : exhausted_)
    if (resource(index).highest > level * equal) open_above(index, level * equal);
  spread_ = 0;
  return reached_.size() > before;
}

/// Bottlenecks of flows that have more there.
void Sharing::open_above(Index index, double level) {
  double highest = 0;
  for (const Use& use : users(index).uses) {
    const Index other = state(use.flow).bottleneck;
    if (other == index) continue;
    const double own = resource(other).level;
    highest = std::max(highest, own);
    if (own > level) reach(other);
  }
  resource(index).highest = highest;
}

/// What was found is so from now on.
void Sharing::settle() {
  for (const Index index : reached_) {
    Resource& it = resource(index);
    it.reached = false;
    if (it.group < 0) continue;
    Group& its = group(it.group);
    update_parts(its);
    if (its.due.empty()) continue;
    if (it.level != its.level && its.level > 0) {
      its.served = served(its);
      its.since = now_;
    }
    its.level = it.level;
    find_end(its);
  }
  reached_.clear();
  spread_ = 0;
}

}  // namespace collsim::fast
