#pragma once

#include <memory>
#include <vector>

#include "points/listed.hpp"
#include "points/per_node.hpp"
#include "points/words.hpp"

namespace collsim {

/// A file puts a rank here.
struct RankPlace {
  int host = 0;   ///< number of a node of the platform
  int core = -1;  ///< of that node; -1: the next one, in order of rank
  friend auto operator<=>(const RankPlace&, const RankPlace&) = default;
};

/// Which node and core every rank of a point is on: by the rule of ppn and mapping, or as a file lists it. Copies share
/// what they know, and every question takes constant time.
///
/// Nodes that have ranks are numbered 0..nodes()-1, in the order of the platform's nodes; host() is the number there.
class Placement {
 public:
  /// `places`, if not empty, has one for each process; `ppn` and `mapping` then mean nothing.
  Placement(int processes, const PerNode& ppn, Mapping mapping, const Listed<RankPlace>& places = {});

  int processes() const { return processes_; }
  int nodes() const { return nodes_; }
  int node_of(int rank) const {
    if (uneven_) return number_at(uneven_->node, rank);
    return mapping_ == Mapping::block ? rank / ppn_ : rank % nodes_;
  }
  /// Which of its node's ranks it is, in order of rank: 0..ranks_on(node)-1.
  int slot_of(int rank) const {
    if (uneven_) return number_at(uneven_->slot, rank);
    return mapping_ == Mapping::block ? rank % ppn_ : rank / nodes_;
  }
  /// The rank of a node's slot.
  int rank_at(int node, int slot) const {
    if (uneven_) return number_at(uneven_->ranks, number_at(uneven_->first, node) + slot);
    return mapping_ == Mapping::block ? node * ppn_ + slot : node + slot * nodes_;
  }
  int ranks_on(int node) const;
  /// The most ranks on one node.
  int most_on_a_node() const;

  /// A node's number on the platform.
  int host(int node) const {
    return uneven_ && !uneven_->host.empty() ? number_at(uneven_->host, node) : node;
  }
  int host_of(int rank) const { return host(node_of(rank)); }
  /// The core of its node that a rank is on; beyond the node's cores they begin anew.
  int core_of(int rank) const {
    return uneven_ && !uneven_->core.empty() ? number_at(uneven_->core, rank) : slot_of(rank);
  }

 private:
  /// What no rule tells.
  struct Table {
    std::vector<int> node, slot;  ///< by rank
    std::vector<int> core;        ///< by rank; empty: the slots
    std::vector<int> ranks;       ///< by node, then slot
    std::vector<int> first;       ///< where each node's begin there, and the end
    std::vector<int> host;        ///< by node; empty: the node
  };

  static int number_at(const std::vector<int>& list, int index) {
    return list[static_cast<std::size_t>(index)];
  }
  /// Slots and ranks of those nodes.
  void fill(std::vector<int> node_of_rank);
  void list(const std::vector<RankPlace>& places);

  int processes_, nodes_, ppn_;
  Mapping mapping_;
  std::shared_ptr<Table> uneven_;
};

}  // namespace collsim
