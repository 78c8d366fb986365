#include "points/placement.hpp"

#include <algorithm>
#include <numeric>

namespace collsim {
namespace {

/// The node of each rank if nodes take what `ppn` gives them, one after the other.
std::vector<int> one_after_the_other(int processes, const PerNode& ppn) {
  std::vector<int> nodes;
  for (int node = 0; std::ssize(nodes) < processes; ++node)
    nodes.insert(nodes.end(), static_cast<std::size_t>(ppn.number_on(node)), node);
  nodes.resize(static_cast<std::size_t>(processes));
  return nodes;
}

/// The node of each rank if each round deals one rank to each node that can take one more.
std::vector<int> in_rounds(int processes, const PerNode& ppn) {
  std::vector<int> nodes;
  std::vector<int> taking(static_cast<std::size_t>(ppn.nodes(processes)));
  std::iota(taking.begin(), taking.end(), 0);
  for (int round = 0; std::ssize(nodes) < processes; ++round) {
    std::erase_if(taking, [&](int node) { return ppn.number_on(node) <= round; });
    nodes.insert(nodes.end(), taking.begin(), taking.end());
  }
  nodes.resize(static_cast<std::size_t>(processes));
  return nodes;
}

}  // namespace

Placement::Placement(int processes, const PerNode& ppn, Mapping mapping, const Listed<RankPlace>& places)
    : processes_(processes), nodes_(ppn.nodes(processes)), ppn_(ppn.number_on(0)), mapping_(mapping) {
  if (!places.empty())
    list(places.values());
  else if (!ppn.even())
    fill(mapping == Mapping::block ? one_after_the_other(processes, ppn) : in_rounds(processes, ppn));
}

void Placement::fill(std::vector<int> node_of_rank) {
  uneven_ = std::make_shared<Table>();
  Table& table = *uneven_;
  table.node = std::move(node_of_rank);
  table.first.assign(static_cast<std::size_t>(nodes_) + 1, 0);
  for (const int node : table.node) {
    int& ranks = table.first[static_cast<std::size_t>(node) + 1];
    table.slot.push_back(ranks++);
  }
  std::partial_sum(table.first.begin(), table.first.end(), table.first.begin());
  table.ranks.resize(table.node.size());
  for (int rank = 0; rank < processes_; ++rank)
    table.ranks[static_cast<std::size_t>(number_at(table.first, node_of(rank)) + slot_of(rank))] = rank;
}

void Placement::list(const std::vector<RankPlace>& places) {
  std::vector<int> hosts;
  for (const RankPlace& place : places) hosts.push_back(place.host);
  std::ranges::sort(hosts);
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  nodes_ = static_cast<int>(hosts.size());
  std::vector<int> nodes;
  for (const RankPlace& place : places)
    nodes.push_back(static_cast<int>(std::ranges::lower_bound(hosts, place.host) - hosts.begin()));
  fill(std::move(nodes));
  uneven_->host = std::move(hosts);
  for (int rank = 0; rank < processes_; ++rank) {
    const int core = places[static_cast<std::size_t>(rank)].core;
    uneven_->core.push_back(core < 0 ? slot_of(rank) : core);
  }
}

int Placement::ranks_on(int node) const {
  if (uneven_) return number_at(uneven_->first, node + 1) - number_at(uneven_->first, node);
  return mapping_ == Mapping::block ? std::min(ppn_, processes_ - node * ppn_)
                                    : (processes_ - node + nodes_ - 1) / nodes_;
}

int Placement::most_on_a_node() const {
  if (!uneven_) return ranks_on(0);
  int most = 0;
  for (int node = 0; node < nodes_; ++node) most = std::max(most, ranks_on(node));
  return most;
}

}  // namespace collsim
