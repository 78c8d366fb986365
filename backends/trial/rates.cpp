#include "backends/trial/rates.hpp"

#include <algorithm>

#include "algorithms/facts/operand.hpp"

namespace collsim {
namespace {

int ranks_on_node(const Point& point, int node) {
  if (point.mapping == Mapping::block) return std::min(point.ppn, point.processes - node * point.ppn);
  return (point.processes - node + point.nodes() - 1) / point.nodes();
}

int domain_of_slot(const Platform& platform, int slot) {
  const int cores_per_domain = std::max(1, platform.cores() / platform.domains());
  return slot / cores_per_domain % platform.domains();
}

/// How many of a node's ranks are on this memory domain.
int ranks_on_domain(const Platform& platform, int ranks, int domain) {
  int found = 0;
  for (int slot = 0; slot < ranks; ++slot)
    if (domain_of_slot(platform, slot) == domain) ++found;
  return found;
}

/// How many ranks are on the memory domain of this one, itself included.
int neighbours_of(const Platform& platform, const Point& point, int rank) {
  return ranks_on_domain(platform, ranks_on_node(point, point.node_of(rank)),
                         domain_of(platform, point, rank));
}

}  // namespace

int domain_of(const Platform& platform, const Point& point, int rank) {
  return domain_of_slot(platform, point.slot_of(rank));
}

Rates rates(const Platform& platform, const Point& point, int rank) {
  const int ranks = ranks_on_node(point, point.node_of(rank));
  const double share = std::max(1.0, ranks / platform.effective_cores());
  const std::int64_t bytes = point.bytes();
  Rates rates{.combine = platform.combine_rate(operand_op(point.op).op_class, point.type, bytes) / share,
              .copy = platform.copy_rate(bytes) / share,
              .message = platform.message_rate(bytes) / share,
              .arrival = platform.arrival_rate(bytes) / share,
              .share = share,
              .per_message = platform.overhead() + (share - 1) * platform.quantum()};
  // A rank's working set: the vector that it combines and the one that it combines it with.
  const int neighbours = neighbours_of(platform, point, rank);
  const double working_set = 2.0 * static_cast<double>(bytes) * neighbours;
  const double most = std::max({3 * rates.combine, 2 * rates.copy, 2 * rates.message, 2 * rates.arrival});
  if (ranks * most > platform.memory_bandwidth() && working_set > platform.cache())
    rates.through_memory = 1 - platform.cache() / working_set;
  return rates;
}

std::pair<double, double> undisturbed_arrival(const Platform& platform, const Point& point, int from,
                                              int to) {
  const Rates local = rates(platform, point, to);
  const double rate = point.node_of(from) == point.node_of(to) ? local.message : local.arrival;
  return {local.per_message, rate > 0 ? 1 / rate : 0};
}

AllRates::AllRates(const Platform& platform, const Point& point) : platform_(&platform), point_(&point) {}

const Rates& AllRates::operator[](int rank) {
  const std::pair alike(ranks_on_node(*point_, point_->node_of(rank)),
                        neighbours_of(*platform_, *point_, rank));
  const auto place = known_.find(alike);
  return place != known_.end() ? place->second
                               : known_.emplace(alike, rates(*platform_, *point_, rank)).first->second;
}

}  // namespace collsim
