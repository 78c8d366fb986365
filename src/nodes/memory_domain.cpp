#include "nodes/memory_domain.hpp"

#include <hwloc.h>

#include <memory>

namespace collsim {
namespace {

using HwlocTopology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;
using Processors = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

HwlocTopology this_machine() {
  hwloc_topology_t made = nullptr;
  if (hwloc_topology_init(&made) != 0) return {nullptr, hwloc_topology_destroy};
  HwlocTopology topology(made, hwloc_topology_destroy);
  if (hwloc_topology_load(made) != 0) topology.reset();
  return topology;
}

}  // namespace

int memory_domain(const std::vector<int>& processors) {
  constexpr int unknown = -1;
  const HwlocTopology topology = this_machine();
  if (!topology || processors.empty()) return unknown;
  const Processors all(hwloc_bitmap_alloc(), hwloc_bitmap_free);
  for (const int processor : processors) hwloc_bitmap_set(all.get(), static_cast<unsigned>(processor));
  // Memory without processors of its own is said to be near all of a package or of the machine.
  hwloc_obj_t nearest = nullptr, domain = nullptr;
  while ((domain = hwloc_get_next_obj_by_type(topology.get(), HWLOC_OBJ_NUMANODE, domain)) != nullptr)
    if (hwloc_bitmap_isincluded(all.get(), domain->cpuset) &&
        (!nearest || hwloc_bitmap_weight(domain->cpuset) < hwloc_bitmap_weight(nearest->cpuset)))
      nearest = domain;
  return nearest ? static_cast<int>(nearest->os_index) : unknown;
}

}  // namespace collsim
