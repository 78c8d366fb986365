#include "lab/site/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <numeric>

#include "support/error.hpp"
#include "support/number.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

constexpr int most = 1'000'000;

int count_of(const std::string& text, const char* what) {
  const auto number = number_in<int>(text);
  if (number && *number > 0 && *number <= most) return *number;
  throw Error(fmt::format("'{}' is no number of {}; right would be such as 8", text, what));
}

/// The ratio that "2:1" or "1" stands for.
double ratio_of(const std::string& text) {
  const auto colon = text.find(':');
  const auto down = number_in<double>(text.substr(0, colon));
  const auto up = colon == std::string::npos ? 1 : number_in<double>(text.substr(colon + 1));
  if (!down || !up || !(*down > 0) || !(*up > 0) || *down / *up > most || *down / *up < 1.0 / most)
    throw Error(fmt::format("'{}' is no ratio of rates down and up; right would be such as 2:1", text));
  return *down / *up;
}

std::vector<int> sides_of(const std::string& text) {
  std::vector<std::string> parts;
  boost::algorithm::split(parts, text, boost::is_any_of("x"));
  std::vector<int> sides;
  for (const auto& part : parts) sides.push_back(count_of(part, "a side's nodes"));
  return sides;
}

std::int64_t product(const std::vector<int>& factors) {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, [](std::int64_t a, int b) {
    return std::min<std::int64_t>(a * b, std::int64_t{1} << 40);
  });
}

/// The number of nodes at each leaf, all alike, the largest of at most `ports`; 0 where only less than half of them would be used.
int nodes_of_leaf(int nodes, int ports) {
  for (int leaf = std::min(nodes, ports); 2 * leaf >= std::min(nodes, ports); --leaf)
    if (nodes % leaf == 0) return leaf;
  return 0;
}

[[noreturn]] void misfit(const Topology& topology, int nodes, const std::string& why,
                         const std::string& right) {
  constexpr const char* names[] = {"star", "fat_tree", "dragonfly", "torus"};
  throw Error(fmt::format("--topology {} does not fit {} nodes: {}; right would be {}",
                          names[static_cast<std::size_t>(topology.kind)], nodes, why, right));
}

}  // namespace

Topology parse_topology(const std::string& text) try {
  const auto open = text.find('(');
  const std::string name = text.substr(0, open);
  if (open != std::string::npos && !text.ends_with(')')) throw Error("its parenthesis is open");
  std::vector<std::string> parts;
  if (open != std::string::npos) parts = split_list(text.substr(open + 1, text.size() - open - 2));
  Topology found;
  using Kind = Topology::Kind;
  if (name == "star")
    found.kind = Kind::star;
  else if (name == "fat_tree")
    found.kind = Kind::fat_tree;
  else if (name == "dragonfly")
    found.kind = Kind::dragonfly;
  else if (name == "torus")
    found.kind = Kind::torus;
  else
    throw Error("it is unknown" + suggestion(name, {"star", "fat_tree", "dragonfly", "torus"}));
  for (const auto& part : parts) {
    const bool levels = found.kind == Kind::fat_tree || found.kind == Kind::dragonfly;
    if (part.starts_with("leaf=") && levels)
      found.leaf = count_of(part.substr(5), "nodes at a leaf switch");
    else if (part.starts_with("groups=") && found.kind == Kind::dragonfly)
      found.groups = count_of(part.substr(7), "groups");
    else if (found.kind == Kind::fat_tree && part.find('=') == std::string::npos)
      found.ratio = ratio_of(part);
    else if (found.kind == Kind::torus && found.sides.empty())
      found.sides = sides_of(part);
    else
      throw Error(fmt::format("'{}' means nothing in it", part));
  }
  if (found.kind == Kind::dragonfly && found.groups < 2) throw Error("it has no two groups");
  if (found.kind == Kind::torus && found.sides.empty()) throw Error("it has no sides");
  return found;
} catch (const Error& error) {
  throw Error(fmt::format(
      "--topology {}: {}; right would be star, fat_tree(2:1), fat_tree(2:1,leaf=16), dragonfly(groups=8) or "
      "torus(8x8x4)",
      text, error.what()));
}

Topology fitted(Topology topology, int nodes, int ports) {
  using Kind = Topology::Kind;
  if (topology.kind == Kind::torus && product(topology.sides) != nodes)
    misfit(topology, nodes, fmt::format("its sides multiply to {}", product(topology.sides)),
           "sides that multiply to the nodes");
  int in_group = nodes;
  if (topology.kind == Kind::dragonfly) {
    if (nodes % topology.groups != 0)
      misfit(topology, nodes, fmt::format("{} groups would not be alike", topology.groups),
             fmt::format("{} or {} nodes, or another number of groups",
                         nodes / topology.groups * topology.groups,
                         (nodes / topology.groups + 1) * topology.groups));
    in_group = nodes / topology.groups;
  }
  if (topology.kind == Kind::star || topology.kind == Kind::torus || !topology.leaves.empty())
    return topology;
  if (topology.leaf == 0) {
    const double share = topology.kind == Kind::fat_tree ? topology.ratio / (1 + topology.ratio) : 0.5;
    const int down = std::max(1, static_cast<int>(ports * share));
    topology.leaf = nodes_of_leaf(in_group, down);
    if (topology.leaf == 0)
      misfit(topology, nodes,
             fmt::format("no number of nodes between {} and {} at each leaf switch makes switches alike",
                         (std::min(in_group, down) + 1) / 2, std::min(in_group, down)),
             "to say it as leaf=N, or the switches as --switches topology.conf");
  }
  if (in_group % topology.leaf != 0)
    misfit(topology, nodes, fmt::format("leaf switches of {} nodes would not be alike", topology.leaf),
           fmt::format("a divisor of {} as leaf", in_group));
  return topology;
}

}  // namespace collsim
