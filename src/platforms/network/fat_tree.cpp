#include <fmt/format.h>

#include "platforms/network/cluster.hpp"

namespace collsim::network {
namespace {

/// One level of cables: between the devices of this level (0: the hosts) and the switches above.
struct CableLevel {
  int children, parents, ports;  ///< of a switch above, of a device here, cables between two
  int hosts_below = 1;           ///< of a device here: the product of the children further down
  int copies = 1;                ///< switches here with the same hosts below: the product of the parents
  int devices = 0;               ///< at this level
  int first_device = 0;
  int first_cable = 0;
};

constexpr const char* fat_tree_parameters =
    "LEVELS;CHILDREN;PARENTS;CABLES with a number for each level, such as 2;4,4;1,2;1,2";

/// The last element of the result is the top switches' level, which has no cables up.
std::vector<CableLevel> read_levels(const std::string& parameters, const ClusterAttributes& cluster) {
  const auto groups = read_parameters(parameters, fat_tree_parameters);
  if (groups.size() != 4 || groups[0].size() != 1) complain_of_parameters(parameters, fat_tree_parameters);
  const auto count = static_cast<std::size_t>(groups[0][0]);
  for (const auto& group : {groups[1], groups[2], groups[3]})
    if (group.size() != count) complain_of_parameters(parameters, fat_tree_parameters);
  check_hosts(cluster, product(groups[1]));
  std::vector<CableLevel> levels;
  std::int64_t below = 1, copies = 1, devices = 0, cables = 0;
  for (std::size_t l = 0; l <= count; ++l) {
    const bool top = l == count;
    const std::int64_t here = copies * (cluster.hosts / below);
    levels.push_back({top ? 1 : groups[1][l], top ? 1 : groups[2][l], top ? 0 : groups[3][l],
                      static_cast<int>(below), static_cast<int>(copies), static_cast<int>(here),
                      static_cast<int>(devices), static_cast<int>(cables)});
    devices += here;
    if (top) break;
    copies *= groups[2][l];
    check_count(copies);
    check_count(copies * cluster.hosts);
    cables += here * groups[2][l] * groups[3][l];
    check_count(cables);
    below *= groups[1][l];
  }
  return levels;
}

/// A generalized fat tree (Ohring et al., IPPS 1995) with parallel cables and d-mod-k routing (Zahavi,
/// Technion, CCIT report 776, 2010): up by the digits of the destination, to the lowest switch above both,
/// and down again. A device is the number `copy + copies * (host / hosts_below)` of its level, whichever host
/// below it that is.
class FatTree final : public Cluster {
 public:
  FatTree(const ClusterAttributes& given, std::vector<CableLevel> levels, int first_link,
          const Earlier& earlier)
      : Cluster(given, first_link, std::int64_t{levels.back().first_cable} * (given.split ? 2 : 1),
                levels.back().first_device + levels.back().devices),
        levels_(std::move(levels)),
        earlier_(earlier) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    // SimGrid numbers the hosts of all fat trees together.
    const int from_number = from + earlier_.fat_tree_hosts, to_number = to + earlier_.fat_tree_hosts;
    std::size_t top = 0;
    int copy = 0;
    do {
      const CableLevel& level = levels_[top];
      limit(level.first_device + device(level, copy, from), route);
      const int port = to_number / level.copies % (level.parents * level.ports);
      const int parent = port % level.parents;
      route.add(link(level, copy, from, parent, port / level.parents), attributes().latency);
      copy += parent * level.copies;
      ++top;
    } while (from / levels_[top].hosts_below != to / levels_[top].hosts_below);
    // Down: SimGrid looks for the child among a switch's ports from one on that the source determines. Having
    // found it, it looks on from the same port at the next switch, and starts anew only where that fails.
    int port = -1;
    for (; top > 0; --top) {
      const CableLevel& above = levels_[top];
      const CableLevel& level = levels_[top - 1];
      const int child = to / level.hosts_below % level.children;
      const int next = port + 1 + (child + level.children - (port + 1) % level.children) % level.children;
      const bool found = port >= 0 && next < level.children * level.ports;
      port = found ? next : from_number % level.ports * level.children + child;
      const int switch_above = above.first_device + device(above, copy, to);
      const int parent = copy / level.copies;
      copy %= level.copies;
      route.add(link(level, copy, to, parent, port / level.children) + directions() - 1,
                attributes().latency);
      limit(switch_above, route);
    }
    limit(to, route);
  }

 private:
  static int device(const CableLevel& level, int copy, int host) {
    return copy + level.copies * (host / level.hosts_below);
  }
  /// The way up of the cable from the device above `host` to its parent.
  int link(const CableLevel& level, int copy, int host, int parent, int port) const {
    const int cable =
        level.first_cable + (device(level, copy, host) * level.parents + parent) * level.ports + port;
    return first() + cable * directions();
  }

  std::string own_name(int link) const override {
    const int cable = link / directions();
    const std::size_t l = level_of(cable);
    const CableLevel &level = levels_[l], &above = levels_[l + 1];
    const int child = (cable - level.first_cable) / level.ports / level.parents;
    const int parent = (cable - level.first_cable) / level.ports % level.parents;
    const int copy = child % level.copies + parent * level.copies;
    const int host = child / level.copies * level.hosts_below;
    return directed(fmt::format("link_from_{}_{}_{}", device_id(level.first_device + child),
                                device_id(above.first_device + device(above, copy, host)),
                                cable + earlier_.fat_tree_cables),
                    link % directions());
  }
  std::size_t level_of(int cable) const {
    std::size_t level = 0;
    while (levels_[level + 1].first_cable <= cable) ++level;
    return level;
  }
  LinkClass own_class(int link) const override {
    const std::size_t level = level_of(link / directions());
    return {leading(level == 0 ? "nodes" : fmt::format("switches of level {}", level), link % directions())};
  }
  double own_bandwidth(int) const override { return attributes().bandwidth; }

  std::vector<CableLevel> levels_;
  Earlier earlier_;
};

}  // namespace

std::unique_ptr<Cluster> make_fat_tree(ClusterAttributes attributes, const std::string& parameters,
                                       int first_link, Earlier& earlier) {
  auto levels = read_levels(parameters, attributes);
  const std::int64_t cables = levels.back().first_cable;
  auto tree = std::make_unique<FatTree>(attributes, std::move(levels), first_link, earlier);
  earlier.fat_tree_hosts += attributes.hosts;
  earlier.fat_tree_cables += cables;
  return tree;
}

}  // namespace collsim::network
