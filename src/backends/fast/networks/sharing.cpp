#include "backends/fast/networks/sharing.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace collsim::fast {
namespace {

/// Multiples of which are loads, so that sums up to twice the largest capacity have room.
double unit_of(const std::vector<double>& capacities) {
  if (capacities.empty()) return 1;
  return std::ldexp(1, std::ilogb(*std::max_element(capacities.begin(), capacities.end())) - 61);
}

}  // namespace

Sharing::Sharing(const std::vector<double>& capacities) : rate_unit_(unit_of(capacities)) {
  resources_.reserve(capacities.size());
  for (const double each : capacities) new_resource(each);
  limits_from_ = static_cast<Index>(resources_.size());
  Group& free = groups_.emplace_back();
  free.level = 1;
  free.queued = {never, {}, 0};
}

Sharing::Index Sharing::new_resource(double capacity) {
  set_capacity(resources_.emplace_back(), capacity);
  users_.emplace_back();
  part_of_.push_back(-1);
  return static_cast<Index>(resources_.size() - 1);
}

/// Whether a flow there could be faster.
bool Sharing::binds(double bound, std::span<const Index> resources) const {
  return std::all_of(resources.begin(), resources.end(),
                     [&](Index each) { return bound < resources_[static_cast<std::size_t>(each)].capacity; });
}

/// A resource of one flow.
Sharing::Index Sharing::limit_of(double bound) {
  if (unused_limits_.empty()) return new_resource(bound);
  const Index index = unused_limits_.back();
  unused_limits_.pop_back();
  set_capacity(resource(index), bound);
  return index;
}

void Sharing::set_capacity(Resource& resource, double capacity) const {
  resource.capacity = capacity;
  resource.whole = static_cast<Load>(capacity / rate_unit_);
}

Sharing::Group& Sharing::group_at(Index index) {
  Index& its = resource(index).group;
  if (its < 0) {
    its = static_cast<Index>(groups_.size());
    Group& made = groups_.emplace_back();
    made.queued = {never, {}, its};
    made.parts.push_back({0, 0, index});
  }
  return group(its);
}

Sharing::Flow Sharing::start(double now, double amount, std::span<const Index> resources, Key key,
                             double penalty, double bound) {
  assert(now >= now_ && amount >= 0 && penalty > 0 && bound > 0);
  now_ = now;
  const Flow flow = unused_flow();
  const bool uses_some = amount > 0 && !resources.empty();
  state(flow) = {amount, now, penalty, 1, uses_some ? fresh : nothing, 0, key};
  route_.clear();
  if (uses_some) {
    route_.assign(resources.begin(), resources.end());
    if (binds(bound, resources)) route_.push_back(limit_of(bound));
  } else {
    insert(group(0), {now + amount / bound, flow});
    find_end(group(0));
  }
  attach(flow, route_);
  return flow;
}

double Sharing::next(double horizon) {
  const double moment = now_ * equal;
  if (!changed_.empty() && horizon > moment && first_end() > moment) solve();
  return first_end();
}

Sharing::End Sharing::end_of(const Group& group) const {
  const Index index = group.queued.group;
  if (group.due.empty()) return {never, {}, index};
  return {group.ends, state(group.due.front().flow).key, index};
}

/// The heap tells it from now on, unless it has a time that is earlier still.
void Sharing::queue(Group& group) {
  const End end = end_of(group);
  if (!(group.queued > end)) return;
  group.queued = end;
  ends_.push(end);
}

/// Times that became later are put right when it is their turn: most change again before.
double Sharing::first_end() {
  while (!ends_.empty()) {
    const End first = ends_.top();
    Group& its = group(first.group);
    const bool counts = first.time == its.queued.time && first.key == its.queued.key;
    if (counts && !(end_of(its) > first)) return first.time;
    ends_.pop();
    if (!counts) continue;
    its.queued.time = never;
    queue(its);
  }
  return never;
}

Sharing::Flow Sharing::pop() {
  now_ = first_end();
  assert(now_ < never);
  Group& its = group(ends_.top().group);
  const Flow flow = its.due.front().flow;
  remove(its, flow);
  if (!its.due.empty()) find_end(its);
  if (state(flow).bottleneck != nothing) {
    its.left.push_back(flow);
    if (its.due.empty()) dissolve(its);
    --rated_;
    detach(flow);
  }
  unused_flows_.push_back(flow);
  return flow;
}

/// What its last bottleneck still counts goes by its route.
Sharing::Flow Sharing::unused_flow() {
  if (unused_flows_.empty()) {
    flows_.emplace_back();
    routes_.resize(flows_.size() * stride_);
    places_.resize(routes_.size());
    return static_cast<Flow>(flows_.size() - 1);
  }
  const Flow flow = unused_flows_.back();
  unused_flows_.pop_back();
  if (const Index last = state(flow).bottleneck; last >= 0) update_parts(group_at(last));
  return flow;
}

void Sharing::make_room(std::size_t hops) {
  if (hops < stride_) return;
  const std::size_t stride = std::bit_ceil(hops + 1);
  for (auto* all : {&routes_, &places_}) {
    std::vector<Index> wider(flows_.size() * stride);
    for (std::size_t i = 0; i < flows_.size(); ++i)
      std::copy_n(all->begin() + static_cast<std::ptrdiff_t>(i * stride_), stride_,
                  wider.begin() + static_cast<std::ptrdiff_t>(i * stride));
    *all = std::move(wider);
  }
  stride_ = stride;
}

void Sharing::attach(Flow flow, std::span<const Index> resources) {
  make_room(resources.size());
  const std::size_t first = static_cast<std::size_t>(flow) * stride_;
  routes_[first] = static_cast<Index>(resources.size());
  for (std::size_t hop = 1; hop <= resources.size(); ++hop) {
    const Index index = resources[hop - 1];
    auto& [uses, starting] = users(index);
    routes_[first + hop] = index;
    places_[first + hop] = static_cast<Index>(uses.size());
    uses.push_back({flow, static_cast<Index>(hop)});
    starting.push_back(flow);
    change(index);
  }
}

void Sharing::detach(Flow flow) {
  const std::size_t first = static_cast<std::size_t>(flow) * stride_;
  for (std::size_t hop = 1; hop <= route(flow).size(); ++hop) {
    const Index index = routes_[first + hop];
    auto& uses = users(index).uses;
    const Index place = places_[first + hop];
    const Use last = uses.back();
    uses[static_cast<std::size_t>(place)] = last;
    places_[static_cast<std::size_t>(last.flow) * stride_ + static_cast<std::size_t>(last.hop)] = place;
    uses.pop_back();
    if (!uses.empty()) change(index);
    if (index >= limits_from_) unused_limits_.push_back(index);
  }
}

void Sharing::change(Index index) {
  if (!std::exchange(resource(index).changed, true)) changed_.push_back(index);
}

bool Sharing::before(const Due& one, const Due& other) const {
  return one.served != other.served ? one.served < other.served : state(one.flow).key < state(other.flow).key;
}

void Sharing::put(std::vector<Due>& due, std::size_t place, const Due& it) {
  due[place] = it;
  state(it.flow).place = static_cast<Index>(place);
}

/// Puts it there, or up or down from there.
void Sharing::sift(std::vector<Due>& due, std::size_t place, const Due& it) {
  for (; place > 0 && before(it, due[(place - 1) / 2]); place = (place - 1) / 2)
    put(due, place, due[(place - 1) / 2]);
  for (std::size_t below; (below = 2 * place + 1) < due.size(); place = below) {
    if (below + 1 < due.size() && before(due[below + 1], due[below])) ++below;
    if (!before(due[below], it)) break;
    put(due, place, due[below]);
  }
  put(due, place, it);
}

void Sharing::insert(Group& its, const Due& it) {
  its.due.push_back(it);
  sift(its.due, its.due.size() - 1, it);
}

void Sharing::remove(Group& its, Flow flow) {
  const Due last = its.due.back();
  its.due.pop_back();
  if (last.flow != flow) sift(its.due, static_cast<std::size_t>(state(flow).place), last);
}

/// It has no flows any more.
void Sharing::dissolve(Group& group) {
  for (const Part& each : group.parts) resource(each.resource).load -= each.load;
  group.parts.resize(1);
  group.parts.front() = {0, 0, group.parts.front().resource};
  group.left.clear();
}

/// Units from now on.
void Sharing::count_anew(Group& group) {
  const double before = served(group);
  for (Due& it : group.due) it.served -= before;
  group.served = 0;
  group.since = now_;
}

void Sharing::find_end(Group& group) {
  group.ends = std::max(now_, group.since + (group.due.front().served - group.served) / group.level);
  queue(group);
}

}  // namespace collsim::fast
