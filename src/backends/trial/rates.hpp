#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "platforms/levels.hpp"
#include "platforms/platform.hpp"
#include "platforms/properties.hpp"
#include "platforms/protocol.hpp"
#include "points/placement.hpp"
#include "points/point.hpp"

namespace collsim {

/// What taking a message off the network or out of the node's memory costs its receiver.
struct Taking {
  double seconds =
      0;            ///< the library's software, what the way adds, and the wait for a core that ranks share
  double rate = 0;  ///< bytes per second; 0: no time
  std::vector<std::pair<double, double>> of_larger =
      {};  ///< seconds instead for messages of so many bytes and more
  EagerCopies copies = {};

  double seconds_of(double bytes) const {
    double found = seconds;
    for (const auto& [from, instead] : of_larger)
      if (bytes >= from) found = instead;
    return found + copies.out.seconds(bytes);
  }
};

/// What a rank of a point can do by itself on an undisturbed node, in bytes per second of operand.
struct Rates {
  double combine = 0;
  double copy = 0;
  double shared = 0;                            ///< into memory of its node that others read; 0: as `copy`
  std::array<Taking, level_count> taking = {};  ///< by the level of the message
  double send_overhead = 0;                     ///< of each message's sender, seconds
  double call = 0;                              ///< of each collective that it enters, seconds
  double match = 0;                             ///< of a message, for each other receive that waits, seconds
  RateFrom fresh = {}, trimmed = {};            ///< of temporary memory that the system gives anew, by Heap
  RateFrom pinned = {};                         ///< of what the network reads and writes of it, by Pinned
  double alignment = 0;                         ///< of what is pinned, bytes
  double buffered = 0;                          ///< bytes, below which messages go through buffers
  PageCosts pages = {};
  bool takes_time = false;  ///< whether any of it costs something
  /// The part of local work's bytes that passes through the domain's memory and waits for it: what of the
  /// vectors does not fit the cache, if the ranks together could ask for more than the bandwidth; else 0.
  double through_memory = 0;
  /// Ranks per core of its node, at least 1; the rates above are already divided by it. Ranks poll while they
  /// wait, so all of a node's ranks always compete for its cores.
  double share = 1;
  double turn =
      0;  ///< what a rank waits for a core that others poll on, once what it waited for has come, seconds

  const Taking& taken(Level level) const { return taking[static_cast<std::size_t>(level)]; }
  /// What sending a message takes its sender's processor, seconds.
  double departure(Level level, double bytes) const {
    return send_overhead + taken(level).copies.in.seconds(bytes);
  }
};

/// What a traversal of the collective network takes once all ranks have come; nothing where a platform has none.
struct Traversal {
  double seconds = 0;
  double per_byte = 0;  ///< that each rank gives and gets, seconds

  double seconds_for(std::int64_t bytes) const { return seconds + static_cast<double>(bytes) * per_byte; }
};

/// The ranks of a point on the nodes of its platform: where they are, and what they can do there, which is the same for
/// most.
class AllRates {
 public:
  /// `platform` must outlive it.
  AllRates(const Platform& platform, const Point& point);
  AllRates(const AllRates&) = delete;
  AllRates& operator=(const AllRates&) = delete;

  /// Throws PlatformError where the platform names no rate.
  const Rates& operator[](int rank) const;
  const Placement& placement() const { return placement_; }
  /// The point's, which knows the memory domains of its ranks.
  Shape shape() const;
  /// Which of its node's memory domains a rank is on: as many neighbouring cores each as a domain has.
  int domain_of(int rank) const { return placement_.core_of(rank) / cores_per_domain_ % domains_; }
  /// The number of that domain among those of all nodes that have ranks, and of the platform's nodes.
  int memory_of(int rank) const { return placement_.node_of(rank) * domains_ + domain_of(rank); }
  int memory_host_of(int rank) const { return placement_.host_of(rank) * domains_ + domain_of(rank); }
  const Traversal& traversal() const { return traversal_; }
  /// What messages within nodes take; null where the platform's nodes have no levels.
  const std::shared_ptr<const InsideNodes>& inside() const { return inside_; }
  /// Gives what inside() says of two ranks; an empty message where it says nothing.
  NodeMessage inside(int from, int to, double bytes, Sending send = Sending::blocking) const {
    const bool says = inside_ && placement_.node_of(from) == placement_.node_of(to);
    return says ? inside_->message(from, to, bytes, send) : NodeMessage();
  }
  /// How near two ranks are.
  Level level(int from, int to) const {
    if (placement_.node_of(from) != placement_.node_of(to)) return Level::network;
    return domain_of(from) == domain_of(to) ? Level::domain : Level::node;
  }
  /// What sending a message of so many bytes costs rank `from` besides the platform's `send_overhead`, seconds.
  double undisturbed_departure(int from, int to, double bytes) const;
  /// What taking it costs rank `to` on an undisturbed node: seconds, and seconds per byte.
  std::pair<double, double> undisturbed_arrival(int from, int to, double bytes) const;
  /// The longest that a rank waits to see a flag of its node that is raised, seconds.
  double flag_latency() const;

 private:
  /// What tells what a rank can do: how many are on its node and on its domain, and in its groups of each level.
  struct Company {
    int on_node, on_domain;
    std::vector<int> in_groups;
    auto operator<=>(const Company&) const = default;
  };

  int neighbours_of(int rank) const;
  Company company_of(int rank) const;
  Rates made(const Company& company) const;
  bool work_in_cache(const Company& company, Rates& rates) const;

  const Platform* platform_;
  Point point_;
  Placement placement_;
  int domains_, cores_per_domain_;
  Traversal traversal_;
  std::shared_ptr<const InsideNodes> inside_;
  mutable std::map<Company, Rates> known_;
  mutable std::vector<const Rates*> of_rank_;  ///< rates of each rank that was asked for
};

}  // namespace collsim
