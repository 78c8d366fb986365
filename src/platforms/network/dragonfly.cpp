#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "platforms/network/cluster.hpp"

namespace collsim::network {
namespace {

/// Pairs of different numbers below `count`, as SimGrid lists them: (0,1), (0,2) ... (1,2) ...
constexpr int pairs(int count) {
  return count * (count - 1) / 2;
}
int pair(int low, int high, int count) {
  return low * (2 * count - low - 1) / 2 + high - low - 1;
}
std::array<int, 2> pair_at(int index, int count) {
  int low = 0;
  while (pair(low + 1, low + 2, count) <= index) ++low;
  return {low, index - pair(low, low + 1, count) + low + 1};
}

struct DragonflyShape {
  int groups, blues, chassis, blacks, blades, greens, nodes;  ///< chassis per group, blades per chassis ...

  std::int64_t routers() const { return std::int64_t{groups} * chassis * blades; }
  std::int64_t hosts() const { return routers() * nodes; }
  /// Cables of all kinds; call it with at most 32,768 blades and chassis.
  std::int64_t cables() const {
    return hosts() + std::int64_t{groups} * chassis * pairs(blades) +
           std::int64_t{groups} * pairs(chassis) * blades + pairs(groups);
  }
};

/// A dragonfly as Faanes et al. describe one (SC 2012): the routers (blades) of a chassis are all
/// connected (green), as are routers of the same place in the chassis of a group (black), and router g of a
/// group's first chassis has the cable to group g (blue). Routes are minimal.
class Dragonfly final : public Cluster {
 public:
  Dragonfly(const ClusterAttributes& given, const DragonflyShape& shape, int first_link,
            std::int64_t earlier_cables)
      : Cluster(given, first_link, shape.cables() * (given.split ? 2 : 1), shape.hosts() + shape.routers()),
        shape_(shape),
        green_(given.hosts),
        black_(green_ + shape_.groups * shape_.chassis * pairs(shape_.blades)),
        blue_(black_ + shape_.groups * pairs(shape_.chassis) * shape_.blades),
        earlier_cables_(earlier_cables) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    const Router target = router(to / shape_.nodes);
    Router here = router(from / shape_.nodes);
    limit(from, route);
    hop(from, 0, route);
    if (from / shape_.nodes != to / shape_.nodes) {
      if (here.group != target.group) {
        if (here.blade != target.group) go_green(here, target.group, route);
        if (here.chassis != 0) go_black(here, 0, route);
        hop(blue_ +
                pair(std::min(here.group, target.group), std::max(here.group, target.group), shape_.groups),
            here.group > target.group, route);
        limit_router(here, route);
        here = {target.group, 0, here.group};
      }
      if (here.blade != target.blade) {
        go_green(here, target.blade, route);
        here.chassis = 0;  // as SimGrid has it, whatever chassis the hop was in
      }
      if (here.chassis != target.chassis) go_black(here, target.chassis, route);
    }
    limit_router(target, route);
    hop(to, 1, route);
    limit(to, route);
  }

 private:
  struct Router {
    int group, chassis, blade;
  };
  Router router(int index) const {
    return {index / shape_.blades / shape_.chassis, index / shape_.blades % shape_.chassis,
            index % shape_.blades};
  }
  void limit_router(const Router& at, Route& route) const {
    limit(attributes().hosts + (at.group * shape_.chassis + at.chassis) * shape_.blades + at.blade, route);
  }
  void hop(int cable, int down, Route& route) const {
    route.add(first() + cable * directions() + (attributes().split ? down : 0), attributes().latency);
  }
  void go_green(Router& here, int blade, Route& route) const {
    limit_router(here, route);
    const int cable = pair(std::min(here.blade, blade), std::max(here.blade, blade), shape_.blades);
    hop(green_ + (here.group * shape_.chassis + here.chassis) * pairs(shape_.blades) + cable,
        here.blade > blade, route);
    here.blade = blade;
  }
  void go_black(Router& here, int chassis, Route& route) const {
    limit_router(here, route);
    const int cable = here.group * pairs(shape_.chassis) +
                      pair(std::min(here.chassis, chassis), std::max(here.chassis, chassis), shape_.chassis);
    hop(black_ + cable * shape_.blades + here.blade, here.chassis > chassis, route);
    here.chassis = chassis;
  }

  std::string cable_name(int cable) const {
    if (cable < green_)
      return fmt::format("local_link_from_router_{}_to_node_{}", cable / shape_.nodes, cable % shape_.nodes);
    if (cable < black_) {
      const int at = cable - green_, chassis = at / pairs(shape_.blades) % shape_.chassis;
      const auto [low, high] = pair_at(at % pairs(shape_.blades), shape_.blades);
      return fmt::format("green_link_in_chassis_{}_between_routers_{}_and_{}", chassis, low, high);
    }
    if (cable < blue_) {
      const int at = cable - black_, both = at / shape_.blades;
      const auto [low, high] = pair_at(both % pairs(shape_.chassis), shape_.chassis);
      return fmt::format("black_link_in_group_{}_between_chassis_{}_and_{}_blade_{}",
                         both / pairs(shape_.chassis), low, high, at % shape_.blades);
    }
    const auto [low, high] = pair_at(cable - blue_, shape_.groups);
    const int group = shape_.chassis * shape_.blades;
    return fmt::format("blue_link_between_group_{}_and_{}_routers_{}_and_{}", low, high, low * group + high,
                       high * group + low);
  }
  std::string own_name(int link) const override {
    const int cable = link / directions();
    return directed(fmt::format("{}_{}", cable_name(cable), cable + earlier_cables_), link % directions());
  }
  LinkClass own_class(int link) const override {
    const int cable = link / directions();
    const char* cables = cable < green_   ? "nodes"
                         : cable < black_ ? "green, within chassis,"
                         : cable < blue_  ? "black, between chassis,"
                                          : "blue, between groups,";
    return {leading(cables, link % directions())};
  }
  double own_bandwidth(int link) const override {
    const int cable = link / directions();
    const int links = cable < green_   ? 1
                      : cable < black_ ? shape_.greens
                      : cable < blue_  ? shape_.blacks
                                       : shape_.blues;
    return attributes().bandwidth * links;
  }

  DragonflyShape shape_;
  int green_, black_, blue_;  ///< the first cable of each kind, after the hosts' own
  std::int64_t earlier_cables_;
};

constexpr const char* dragonfly_parameters =
    "GROUPS,CABLES;CHASSIS,CABLES;ROUTERS,CABLES;NODES, such as 3,4;4,3;5,1;2";

}  // namespace

std::unique_ptr<Cluster> make_dragonfly(ClusterAttributes attributes, const std::string& parameters,
                                        int first_link, Earlier& earlier) {
  const auto given = read_parameters(parameters, dragonfly_parameters);
  if (given.size() != 4 || given[0].size() != 2 || given[1].size() != 2 || given[2].size() != 2 ||
      given[3].size() != 1)
    complain_of_parameters(parameters, dragonfly_parameters);
  const std::int64_t hosts = product({given[0][0], given[1][0], given[2][0], given[3][0]});
  check_hosts(attributes, hosts);
  const DragonflyShape shape{given[0][0], given[0][1], given[1][0], given[1][1],
                             given[2][0], given[2][1], given[3][0]};
  if (shape.blades > 1 << 15 || shape.chassis > 1 << 15)
    complain_of_parameters(parameters, "at most 32768 chassis and as many routers in each");
  // Beyond, SimGrid reads past the end of its arrays.
  if (shape.groups > shape.blades)
    complain_of_parameters(parameters, "at least as many routers in a chassis as groups");
  auto dragonfly = std::make_unique<Dragonfly>(attributes, shape, first_link, earlier.dragonfly_cables);
  earlier.dragonfly_cables += shape.cables();
  return dragonfly;
}

}  // namespace collsim::network
