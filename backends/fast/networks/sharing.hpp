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
///         are max-min fair exactly where each flow is at its bound or has a bottleneck, a resource without
///         anything left on which none is faster. Flows whose bottleneck no other flow's rate changes keep
///         their rates.
/// Cost:   a start or end, O(resources of the flow); solving, O(u log u) for the u uses of resources by the
///         flows that may change, and the flows that share a bottleneck with these.
///
/// As SimGrid's CM02 model shares links: a message first takes its latency, then starts here with its bytes
/// (divided by smpi/bw-factor) and, as penalty, the latency of the route (without smpi/lat-factor), or 1 if
/// that is zero. Its bound is network/TCP-gamma / (2 latency) if both are positive. A link that is not shared
/// (FATPIPE) is no resource but a bound.
class Sharing {
 public:
  using Flow = std::int32_t;
  /// Between which ranks, and which of what goes between them. Flows that end at one time end in this order.
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

  /// From `now` on, `amount` units pass through all of `resources` at once. A rate r is fair as r * penalty;
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
  struct End {
    double time;
    Key key;
    Flow flow;
    bool operator>(const End& other) const {
      return time != other.time ? time > other.time : key > other.key;
    }
  };
  /// Of a flow there may be several, of which only that at the time it was queued at counts: to look for one in the heap, and
  /// to know where each is, takes longer than to come across those that do not count.
  using Ends = boost::heap::d_ary_heap<End, boost::heap::arity<4>, boost::heap::compare<std::greater<>>>;
  /// A flow uses a resource: each end knows its place in the other's list.
  struct Use {
    Flow flow;
    std::int32_t hop;
  };
  struct Hop {
    std::int32_t resource;
    std::int32_t use;
  };
  /// A sum in multiples of a small unit, without rounding: the same in whichever order flows come and go.
  __extension__ typedef __int128 Sum;
  /// What a flow's bottleneck is while it is at its bound, or before it has a rate.
  static constexpr std::int32_t none = -1, unknown = -2;

  /// What solving reads most comes first, in a cache line of its own.
  struct alignas(64) State {
    std::vector<Hop> hops;
    Sum load = 0;                    ///< the rate
    Sum share = 0;                   ///< the weight, while solving
    std::int32_t bottleneck = none;  ///< a resource
    bool open = false;               ///< may change
    bool fixed = false;              ///< has a new rate, while solving
    double weight = 0, found = 0;    ///< that rate, while solving
    double penalty = 1, bound = never;
    double level = never;             ///< rate * penalty; never until solved
    double rate = 0;                  ///< since then; 0 until solved
    double remaining = 0, since = 0;  ///< units that were left at that time
    double ends = never;              ///< when it ends
    double queued = never;            ///< when the heap says that it ends: never later
    Key key = {};
  };
  struct Resource {
    Sum capacity = 0;
    Sum load = 0;  ///< of all flows, but those that need a rate
    std::vector<Use> uses;
    std::vector<Flow> held;  ///< flows whose bottleneck it is, or which are new, and others that were so
    double highest = 0;      ///< no flow of it has a higher level
    bool changed = false;
    bool reached = false;
    // While solving:
    Sum weight = 0;           ///< of the uses that have no rate yet
    std::int32_t open = 0;    ///< how many they are
    std::vector<Flow> flows;  ///< that may change
  };
  /// At which rate * penalty a resource (from resources_.size() on: a flow's bound) is exhausted.
  using Level = std::pair<double, std::size_t>;

  double first_end();
  void queue(Flow flow);
  Flow unused();
  void attach(Flow flow, std::span<const std::int32_t> resources);
  void detach(Flow flow);
  void change(std::int32_t index);
  void solve();
  void open(Flow flow);
  void reach(std::int32_t index);
  void fetch_after(std::size_t place) const;
  void spread();
  void fill();
  void weigh();
  void exhaust(std::int32_t index, double level);
  void fix(State& flow, double rate, std::int32_t bottleneck);
  bool overtaken();
  void settle();
  void set_rate(State& flow, double rate);
  double level(const Resource& resource) const;

  State& state(Flow flow) { return flows_[static_cast<std::size_t>(flow)]; }
  const State& state(Flow flow) const { return flows_[static_cast<std::size_t>(flow)]; }
  Resource& resource(std::int32_t index) { return resources_[static_cast<std::size_t>(index)]; }

  double now_ = 0;
  double rate_unit_;  ///< units per second
  std::vector<Resource> resources_;
  std::vector<State> flows_;
  std::vector<Flow> unused_;
  Ends ends_;
  std::vector<std::int32_t> changed_;  ///< resources that flows joined or left since they were solved

  // While solving; members for the sake of their memory.
  std::vector<Flow> opened_;           ///< flows that may change
  std::size_t spread_ = 0;             ///< how many of them have opened others
  std::vector<std::int32_t> reached_;  ///< their resources
  double smallest_penalty_ = never;    ///< of theirs
  std::size_t open_ = 0;               ///< how many of them need a rate
  std::vector<Level> levels_;
  std::vector<std::pair<std::int32_t, double>> exhausted_;  ///< resources, and at which level
};

}  // namespace collsim::fast
