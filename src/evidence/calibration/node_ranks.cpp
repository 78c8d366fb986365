#include "evidence/calibration/node_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "support/error.hpp"

namespace collsim {
namespace {

/// Each rank of a group beside one of the next group: of the first and second, the third and fourth, and so on.
void pair_up(const std::vector<std::vector<int>>& groups, std::vector<std::pair<int, int>>& pairs) {
  for (std::size_t group = 0; group + 1 < groups.size(); group += 2)
    for (std::size_t i = 0; i < std::min(groups[group].size(), groups[group + 1].size()); ++i)
      pairs.emplace_back(groups[group][i], groups[group + 1][i]);
}

}  // namespace

std::vector<int> cores_of_ranks(const NodeFacts& node,
                                const std::vector<std::vector<int>>& processors_of_rank) {
  if (std::ssize(processors_of_rank) > node.cores)
    throw Error(fmt::format("{} ranks are on a node of {} cores; right would be a core a rank, at most",
                            processors_of_rank.size(), node.cores));
  std::vector<int> cores;
  for (std::size_t rank = 0; rank < processors_of_rank.size(); ++rank) {
    std::set<int> its;
    for (const int processor : processors_of_rank[rank])
      if (const auto place = node.core_of.find(processor); place != node.core_of.end())
        its.insert(place->second);
    if (its.size() != 1)
      throw Error(fmt::format(
          "rank {} may run on {} cores, so that nobody knows how near another is; right would be one, as by "
          "mpirun --bind-to core",
          rank, its.size()));
    if (const auto other = std::ranges::find(cores, *its.begin()); other != cores.end())
      throw Error(
          fmt::format("ranks {} and {} share a core of the {} there are; right would be a core a rank",
                      other - cores.begin(), rank, node.cores));
    cores.push_back(*its.begin());
  }
  if (cores.size() < 2)
    throw Error("messages within a node need two ranks; right would be mpirun -n 2 or more");
  return cores;
}

std::vector<LevelRanks> ranks_of_levels(const NodeFacts& node, const std::vector<int>& core_of_rank) {
  std::vector<int> by_core(core_of_rank.size());
  std::iota(by_core.begin(), by_core.end(), 0);
  const auto core = [&](int rank) { return core_of_rank[static_cast<std::size_t>(rank)]; };
  std::ranges::sort(by_core, {}, core);
  std::vector<LevelRanks> levels;
  int inner = 1;
  for (const CoreGroup& group : node.groups) {
    std::map<int, std::map<int, std::vector<int>>> groups;  // by group and the group inside
    for (const int rank : by_core) groups[core(rank) / group.cores][core(rank) / inner].push_back(rank);
    LevelRanks level{.name = group.name, .cores = group.cores};
    for (const auto& [number, inside] : groups) {
      std::vector<std::vector<int>> parts;
      for (const auto& [its, ranks] : inside) parts.push_back(ranks);
      pair_up(parts, level.pairs);
      if (!level.fan.empty() || parts.size() < 2) continue;
      level.fan.push_back(parts.front().front());
      for (std::size_t part = 1; part < parts.size(); ++part)
        level.fan.insert(level.fan.end(), parts[part].begin(), parts[part].end());
    }
    inner = group.cores;
    if (!level.pairs.empty()) levels.push_back(level);
  }
  return levels;
}

}  // namespace collsim
