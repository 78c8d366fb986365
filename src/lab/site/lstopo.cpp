#include "lab/site/lstopo.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "support/document.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using HwlocTopology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

/// `choose` tells hwloc of which machine; it returns 0.
template <class Choose>
HwlocTopology topology_of(const Choose& choose) {
  hwloc_topology_t made = nullptr;
  hwloc_topology_init(&made);
  HwlocTopology topology(made, hwloc_topology_destroy);
  if (choose(made) != 0 || hwloc_topology_load(made) != 0) throw Error("hwloc cannot read it");
  return topology;
}

int count(hwloc_topology_t topology, hwloc_obj_type_t type) {
  return std::max(0, hwloc_get_nbobjs_by_type(topology, type));
}

/// Guests may have processors and no cores.
hwloc_obj_type_t core_type(hwloc_topology_t topology) {
  return count(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
}

/// What cores may share, the name that counts last of groups of as many.
constexpr std::pair<hwloc_obj_type_t, const char*> shared[] = {
    {HWLOC_OBJ_L2CACHE, "l2"},  {HWLOC_OBJ_L3CACHE, "l3"},      {HWLOC_OBJ_GROUP, "group"},
    {HWLOC_OBJ_DIE, "die"},     {HWLOC_OBJ_NUMANODE, "domain"}, {HWLOC_OBJ_PACKAGE, "socket"},
    {HWLOC_OBJ_MACHINE, "node"}};

/// The cores in each object of a type. Throws Error where they have not as many.
int cores_in_each(hwloc_topology_t topology, hwloc_obj_type_t type, const char* name) {
  int cores = 0;
  hwloc_obj_t each = nullptr;
  while ((each = hwloc_get_next_obj_by_type(topology, type, each)) != nullptr) {
    const int its = hwloc_get_nbobjs_inside_cpuset_by_type(topology, each->cpuset, core_type(topology));
    if (its == 0) continue;  // memory without cores
    if (cores > 0 && its != cores)
      throw Error(
          fmt::format("of its groups called {0} one has {1} cores and another {2}", name, cores, its));
    cores = its;
  }
  return cores;
}

std::vector<CoreGroup> groups_of(hwloc_topology_t topology) {
  std::vector<CoreGroup> groups;
  for (const auto& [type, name] : shared) {
    const int depth = hwloc_get_type_depth(topology, type);
    if (depth == HWLOC_TYPE_DEPTH_MULTIPLE || count(topology, type) == 0) continue;
    const int cores = cores_in_each(topology, type, name);
    if (cores < 2 && type != HWLOC_OBJ_MACHINE) continue;
    std::int64_t cache = 0;
    if (hwloc_obj_type_is_cache(type))
      cache = static_cast<std::int64_t>(hwloc_get_obj_by_type(topology, type, 0)->attr->cache.size);
    const auto same = std::ranges::find(groups, cores, &CoreGroup::cores);
    if (same == groups.end())
      groups.push_back({name, cores, cache});
    else
      *same = {name, cores, std::max(cache, same->cache)};
  }
  std::ranges::sort(groups, {}, &CoreGroup::cores);
  for (std::size_t i = 1; i < groups.size(); ++i)
    if (groups[i].cores % groups[i - 1].cores != 0)
      throw Error(fmt::format("its groups do not nest: {} cores of {} in {} of {}", groups[i - 1].cores,
                              groups[i - 1].name, groups[i].cores, groups[i].name));
  return groups;
}

std::int64_t last_caches(hwloc_topology_t topology) {
  for (const auto type : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    std::int64_t bytes = 0;
    hwloc_obj_t each = nullptr;
    while ((each = hwloc_get_next_obj_by_type(topology, type, each)) != nullptr)
      bytes += static_cast<std::int64_t>(each->attr->cache.size);
    if (bytes > 0) return bytes;
  }
  return 0;
}

int domains_with_cores(hwloc_topology_t topology) {
  int found = 0;
  hwloc_obj_t each = nullptr;
  while ((each = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, each)) != nullptr)
    found += hwloc_bitmap_iszero(each->cpuset) ? 0 : 1;
  return std::max(1, found);
}

std::map<int, int> cores_of_processors(hwloc_topology_t topology) {
  std::map<int, int> cores;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(topology, core_type(topology), core)) != nullptr)
    for (int processor = hwloc_bitmap_first(core->cpuset); processor >= 0;
         processor = hwloc_bitmap_next(core->cpuset, processor))
      cores[processor] = static_cast<int>(core->logical_index);
  return cores;
}

}  // namespace

NodeFacts node_facts(const std::string& xml, const std::string& from) try {
  const HwlocTopology topology = topology_of([&](hwloc_topology_t made) {
    return hwloc_topology_set_xmlbuffer(made, xml.c_str(), static_cast<int>(xml.size()) + 1);
  });
  hwloc_topology_t its = topology.get();
  NodeFacts found{.sockets = std::max(1, count(its, HWLOC_OBJ_PACKAGE)),
                  .cores = count(its, core_type(its)),
                  .domains = domains_with_cores(its),
                  .cache = last_caches(its),
                  .groups = groups_of(its),
                  .core_of = cores_of_processors(its)};
  if (found.cores % found.domains != 0 || found.cores % found.sockets != 0)
    throw Error(fmt::format("its {} cores are not evenly in {} sockets and {} NUMA nodes", found.cores,
                            found.sockets, found.domains));
  found.cache /= found.domains;
  return found;
} catch (const Error& error) {
  throw Error(
      fmt::format("{}: {}; right would be what lstopo --of xml writes on a node", from, error.what()));
}

NodeFacts read_lstopo(const std::filesystem::path& file) {
  return node_facts(read_document(file, "what lstopo --of xml writes"), file.string());
}

std::string lstopo_here() {
  const HwlocTopology topology = topology_of([](hwloc_topology_t) { return 0; });
  char* xml = nullptr;
  int size = 0;
  if (hwloc_topology_export_xmlbuffer(topology.get(), &xml, &size, 0) != 0)
    throw Error("hwloc cannot tell what this machine is");
  const std::string text(xml);
  hwloc_free_xmlbuffer(topology.get(), xml);
  return text;
}

}  // namespace collsim
