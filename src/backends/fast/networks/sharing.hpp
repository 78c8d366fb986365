#pragma once

#include <boost/heap/d_ary_heap.hpp>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace collsim::fast {

/// Flows that share resources (links, memories) max-min fairly, in continuous time. Solved anew only where
/// something changed.
///
/// Source: Bertsekas and Gallager, Data Networks, 2nd ed. 1992, 6.5.2: progressive filling, and that rates
///         are max-min fair exactly where each flow has a bottleneck, a resource without anything left on
///         which none is faster (its bound is a resource of its own). Flows whose bottleneck no other flow's
///         rate changes keep their rates. Demers, Keshav and Shenker, SIGCOMM 1989: flows of one bottleneck
///         end in the order of what it will have served to each, which no change of its level changes.
/// Cost:   a start or end, O(resources of the flow); solving, O(n log n) for the n pairs of a bottleneck that
///         may change and a resource that its flows use, and the flows on a resource that becomes the
///         bottleneck of others.
///
/// As SimGrid's CM02 model shares links: a message first takes its latency, then starts here with its bytes
/// (divided by smpi/bw-factor) and, as penalty, the latency of the route (without smpi/lat-factor), or 1 if
/// that is zero. Its bound is network/TCP-gamma / (2 latency) if both are positive. A link that is not shared
/// (FATPIPE) is no resource but a bound.
class Sharing {
 public:
  using Flow = std::int32_t;
  /// What a flow is known by: its ranks, and which of what goes between them. Flows that end at one time end in this order, where
  /// rounding does not tell them apart.
  /// Flows present at one time have different keys.
  struct Key {
    std::int32_t destination = 0, source = 0;
    std::uint32_t sequence = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  static constexpr double never = std::numeric_limits<double>::infinity();

  /// Units per second of each resource, positive and finite.
  explicit Sharing(const std::vector<double>& capacities);
  Sharing(const Sharing&) = delete;

  double capacity(std::int32_t resource) const {
    return resources_[static_cast<std::size_t>(resource)].capacity;
  }

  /// Starts a flow: from `now` on, `amount` units pass through all of `resources` at once. A rate r is fair as r * penalty;
  /// no flow exceeds its `bound`. Times never decrease from call to call.
  Flow start(double now, double amount, std::span<const std::int32_t> resources, Key key, double penalty = 1,
             double bound = never);

  /// When the next flow ends, as things are: call it after all starts and ends of one moment. never: no flow.
  /// Times that differ by 1e-12 of themselves are one moment. Who has other events may say when the first of
  /// them is: if the moment lasts until then, nothing is solved yet, and a flow not yet solved ends never.
  double next(double horizon = never);
  /// Ends that flow and returns it; its number may be used again.
  Flow pop();

 private:
  using Index = std::int32_t;
  /// Rounding makes what is equal differ by less than that: symmetric flows get the very same rate, and end at
  /// one moment.
  static constexpr double equal = 1 + 1e-12;
  /// Sums in multiples of a small unit, without rounding: the same in whichever order flows come and go.
  __extension__ typedef __int128 Weight;
  using Load = std::int64_t;
  /// The bottleneck of a flow that has no rate yet, of one for which some is being sought, and of one that uses nothing.
  static constexpr Index fresh = -1, sought = -2, nothing = -3;

  struct State {
    double amount, since;  ///< that was left when it joined its bottleneck, and when that was
    double penalty;
    double weight;     ///< a rate is its bottleneck's level times that
    Index bottleneck;  ///< a resource
    Index place;       ///< among those of its bottleneck
    Key key;
  };
  /// A flow that uses a resource, and which place that has on its route.
  struct Use {
    Flow flow;
    Index hop;
  };
  /// What solving reads, in a cache line of its own.
  struct alignas(64) Resource {
    Weight weight = 0;  ///< while solving, of the uses that have no rate yet
    double capacity = 0;
    Load whole = 0;      ///< the capacity
    Load load = 0;       ///< of the uses that have a rate
    double level = 0;    ///< of the flows whose bottleneck it is
    double highest = 0;  ///< no flow of another bottleneck has a higher level there
    Index group = -1;    ///< of those flows
    bool changed = false;
    bool reached = false;  ///< the flows whose bottleneck it is may change
    bool fixed = false;    ///< they have their new level, while solving
  };
  struct Users {
    std::vector<Use> uses;
    std::vector<Flow> starting;  ///< flows without a rate; others that had none
  };
  /// A resource of flows that have one bottleneck: their uses of it.
  struct Part {
    Weight weight;
    Load load;
    Index resource;
  };
  /// A flow ends when its bottleneck has served so many units per weight.
  struct Due {
    double served;
    Flow flow;
  };
  struct End {
    double time;
    Key key;
    Index group;
    bool operator>(const End& other) const {
      return time != other.time ? time > other.time : key > other.key;
    }
  };
  /// A group may have several, of which only the last one counts: to look for one in the heap, and to know where each is,
  /// takes longer than to come across those that do not count.
  using Ends = boost::heap::d_ary_heap<End, boost::heap::arity<4>, boost::heap::compare<std::greater<>>>;
  /// The flows of one bottleneck.
  struct Group {
    std::vector<Due> due;     ///< a heap, the first to end in front; flows know their places and may leave
    std::vector<Part> parts;  ///< its own resource first
    std::vector<Flow> joined, left;  ///< flows that these do not tell of yet, or still
    double level = 0;                ///< since then; 0 until solved
    double served = 0, since = 0;    ///< units per weight at that time
    double ends = never;             ///< when the first flow ends
    End queued;                      ///< what the heap says of it: never later than what is so
  };
  /// Gives the level at which a resource is exhausted.
  using Level = std::pair<double, Index>;

  double first_end();
  End end_of(const Group& group) const;
  void queue(Group& group);
  Flow unused_flow();
  Index new_resource(double capacity);
  bool binds(double bound, std::span<const Index> resources) const;
  Index limit_of(double bound);
  void set_capacity(Resource& resource, double capacity) const;
  Group& group_at(Index resource);
  void attach(Flow flow, std::span<const Index> resources);
  void detach(Flow flow);
  void make_room(std::size_t hops);
  void change(Index index);

  void solve();
  void begin_weights();
  void reach(Index index);
  void spread();
  void seek(Flow flow);
  void fill();
  void exhaust(Index index, double level);
  void hold(Flow flow, Index index);
  void join(Group& group);
  void fix(Index index);
  bool overtaken();
  void open_above(Index index, double level);
  void settle();
  void find_end(Group& group);
  void count_anew(Group& group);
  void dissolve(Group& group);
  void update_parts(Group& group);
  void add_part(Group& group, Flow flow, Weight sign);
  double level(const Resource& resource) const;

  bool before(const Due& one, const Due& other) const;
  void put(std::vector<Due>& due, std::size_t place, const Due& it);
  void sift(std::vector<Due>& due, std::size_t place, const Due& it);
  void insert(Group& group, const Due& it);
  void remove(Group& group, Flow flow);
  /// Units per weight that it has served by now.
  double served(const Group& group) const { return group.served + group.level * (now_ - group.since); }

  State& state(Flow flow) { return flows_[static_cast<std::size_t>(flow)]; }
  const State& state(Flow flow) const { return flows_[static_cast<std::size_t>(flow)]; }
  Resource& resource(Index index) { return resources_[static_cast<std::size_t>(index)]; }
  Users& users(Index index) { return users_[static_cast<std::size_t>(index)]; }
  Group& group(Index index) { return groups_[static_cast<std::size_t>(index)]; }
  std::span<const Index> route(Flow flow) const {
    const Index* const first = routes_.data() + static_cast<std::size_t>(flow) * stride_;
    return {first + 1, static_cast<std::size_t>(*first)};
  }

  double now_ = 0;
  double rate_unit_;      ///< units per second
  double reference_ = 1;  ///< the penalty of a flow of weight 1
  std::vector<Resource> resources_;
  std::vector<Users> users_;  ///< of each resource
  Index limits_from_ = 0;     ///< the resources that are bounds
  std::vector<Index> unused_limits_;
  std::vector<State> flows_;
  std::size_t stride_ = 1;
  std::vector<Index> routes_;  ///< of each flow, `stride_` numbers: how many resources, and which
  std::vector<Index> route_;   ///< of the flow that starts
  std::vector<Index> places_;  ///< of the flow that starts: its places among the uses of these resources
  std::vector<Flow> unused_flows_;
  std::size_t rated_ = 0;      ///< flows that have a rate
  std::vector<Group> groups_;  ///< the first: of flows that use nothing
  Ends ends_;
  std::vector<Index> changed_;  ///< resources that flows joined or left since they were solved

  // While solving; members for the sake of their memory.
  std::vector<Index> reached_;
  std::size_t spread_ = 0;  ///< how many of them have reached others
  std::size_t open_ = 0;    ///< how many flows need a rate
  std::vector<Level> levels_;
  std::vector<std::pair<Index, double>> exhausted_;  ///< resources, and at which level
  std::vector<Index> part_of_;                       ///< of each resource, in the group that is updated
};

}  // namespace collsim::fast
