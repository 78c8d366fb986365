#include "platforms/network/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "platforms/network/attributes.hpp"
#include "platforms/network/cluster.hpp"
#include "platforms/network/xml.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim::network {
namespace {

/// What topo_parameters say of groups of nodes. Links between the same two switches, and those over which packets are sprayed,
/// are one link of all their bandwidth, called a trunk.
struct NodeGroups {
  bool paired;  ///< every two groups have a trunk; else each has one to a core, as in a fat tree
  int groups;
  int leaves;  ///< switches of a group, each with a trunk to those above; 0: its nodes meet at one
  int nodes;   ///< of a leaf switch, or else of a group
  std::vector<int> uneven = {};  ///< nodes of each group, where they differ

  /// The number of its first node; of as many groups as there are, the number of all nodes.
  int first_of(int group) const {
    if (uneven.empty()) return group * std::max(leaves, 1) * nodes;
    return std::accumulate(uneven.begin(), uneven.begin() + group, 0);
  }
};

/// The numbers in "16+16+12"; empty unless that is what the text says.
std::vector<int> read_uneven(const std::string& text) {
  if (text.find('+') == std::string::npos) return {};
  std::vector<std::string> parts;
  boost::algorithm::split(parts, text, boost::is_any_of("+"));
  std::vector<int> nodes;
  for (const auto& part : parts) {
    const auto number = number_in<int>(part);
    if (!number || *number < 1 || *number > 1'000'000) return {};
    nodes.push_back(*number);
  }
  return nodes;
}

NodeGroups read_groups(const pugi::xml_node& cluster) {
  constexpr const char* right =
      "KIND;GROUPS,LEAVES,NODES, KIND being paired or core, such as paired;23,18,10 (LEAVES may be left "
      "out), "
      "or the nodes of each group, core;16+16+12";
  const std::string parameters = cluster.attribute("topo_parameters").value();
  const auto semicolon = std::min(parameters.find(';'), parameters.size());
  const std::string kind = parameters.substr(0, semicolon);
  if ((kind != "paired" && kind != "core") || semicolon == parameters.size())
    complain_of_parameters(parameters, right);
  std::vector<std::vector<int>> sizes;
  const std::vector<int> uneven = read_uneven(parameters.substr(std::min(semicolon + 1, parameters.size())));
  if (uneven.size() > 1) sizes = {{static_cast<int>(uneven.size()), *std::ranges::max_element(uneven)}};
  if (sizes.empty()) try {
      sizes = read_parameters(parameters.substr(semicolon + 1), right);
    } catch (const Error&) {
      complain_of_parameters(parameters, right);
    }
  if (sizes.size() != 1 || sizes[0].size() < 2 || sizes[0].size() > 3)
    complain_of_parameters(parameters, right);
  const ClusterAttributes is = read_cluster(cluster);
  check_hosts(is, uneven.empty() ? product(sizes[0])
                                 : std::accumulate(uneven.begin(), uneven.end(), std::int64_t{0}));
  if (is.radicals.size() != 1 || is.radicals[0].first != 0)
    throw Error("has groups of nodes, whose numbers begin at 0; write such as radical=\"0-4139\"");
  const NodeGroups read{.paired = kind == "paired",
                        .groups = sizes[0].front(),
                        .leaves = sizes[0].size() == 3 ? sizes[0][1] : 0,
                        .nodes = sizes[0].back(),
                        .uneven = uneven};
  // A route takes half a KiB as XML.
  constexpr std::int64_t most_routes = 200'000;
  const std::int64_t groups = read.groups, leaves = read.leaves;
  if (const std::int64_t routes = groups * (groups - 1) / 2 + groups * leaves * (leaves + 1) / 2;
      routes > most_routes)
    throw Error(
        fmt::format("joins {} pairs of groups and of leaf switches; write at most {}", routes, most_routes));
  return read;
}

/// Writes the zones of a cluster beside it.
class ZoneWriter {
 public:
  ZoneWriter(const pugi::xml_node& cluster, int limit)
      : cluster_(cluster), is_(read_groups(cluster)), limit_(limit) {}

  void write() const {
    const pugi::xml_node around = cluster_.parent();
    std::vector<std::string> groups;
    for (int group = 0; group < is_.groups && (group == 0 || is_.first_of(group) < limit_); ++group) {
      groups.push_back(std::to_string(group));
      const int first = is_.first_of(group);
      if (is_.leaves > 0)
        write_leaves(around, groups.back(), first);
      else
        write_nodes(around, groups.back(), first, is_.first_of(group + 1) - first);
    }
    if (is_.paired)
      join_pairs(around, groups);
    else
      join_above(around, "trunk", groups);
  }

 private:
  /// How many parts of `size` nodes the first `nodes` take.
  static int needed(int parts, int size, int nodes) {
    return std::clamp((nodes + size - 1) / size, 1, parts);
  }

  void write_leaves(const pugi::xml_node& around, const std::string& group, int first) const {
    const auto zone = append(around, "zone", {{"id", "group-" + group}, {"routing", "Full"}});
    const std::string above = group + "-above";
    const auto spine = append(zone, "zone", {{"id", "group-" + above}, {"routing", "Full"}});
    append(spine, "router", {{"id", "router-" + group}});
    std::vector<std::string> leaves;
    for (int leaf = 0; leaf < needed(is_.leaves, is_.nodes, limit_ - first); ++leaf) {
      leaves.push_back(fmt::format("{}-{}", group, leaf));
      write_nodes(zone, leaves.back(), first + leaf * is_.nodes, is_.nodes);
    }
    join_above(zone, "leaf", leaves);
    for (const auto& leaf : leaves) pass(route(zone, leaf, above, group), "leaf-" + leaf, "UP");
  }

  void join_pairs(const pugi::xml_node& zone, const std::vector<std::string>& names) const {
    const auto each_pair = [&](auto what) {
      for (std::size_t a = 0; a < names.size(); ++a)
        for (std::size_t b = a + 1; b < names.size(); ++b) what(names[a], names[b]);
    };
    // SimGrid wants all links before the first route.
    each_pair([&](const auto& a, const auto& b) { trunk(zone, "trunk", a + "-" + b); });
    each_pair([&](const auto& a, const auto& b) {
      pass(route(zone, a, b, b), fmt::format("trunk-{}-{}", a, b), "UP");
    });
  }

  /// All meet in the middle, to which each has a link called after `kind`.
  void join_above(const pugi::xml_node& zone, const std::string& kind,
                  const std::vector<std::string>& names) const {
    for (const auto& name : names) trunk(zone, kind, name);
    for (std::size_t a = 0; a < names.size(); ++a)
      for (std::size_t b = a + 1; b < names.size(); ++b) {
        const auto way = route(zone, names[a], names[b], names[b]);
        pass(way, kind + "-" + names[a], "UP");
        pass(way, kind + "-" + names[b], "DOWN");
      }
  }

  /// Nodes at one switch.
  void write_nodes(pugi::xml_node around, const std::string& name, int first, int nodes) const {
    auto made = around.append_copy(cluster_);
    for (const char* attribute :
         {"topology", "topo_parameters", "trunk_bw", "trunk_lat", "leaf_bw", "leaf_lat", "router_id"})
      made.remove_attribute(attribute);
    made.attribute("id").set_value(fmt::format("group-{}", name).c_str());
    const int last = std::clamp(limit_ - 1, first, first + nodes - 1);
    made.attribute("radical").set_value(fmt::format("{}-{}", first, last).c_str());
    made.append_attribute("router_id").set_value(fmt::format("router-{}", name).c_str());
  }

  void trunk(const pugi::xml_node& zone, const std::string& kind, const std::string& name) const {
    const auto given = [&](const char* what) {
      const std::string attribute = kind + what;
      static_cast<void>(quantity(cluster_, attribute));
      return std::string(cluster_.attribute(attribute.c_str()).value());
    };
    append(zone, "link",
           {{"id", fmt::format("{}-{}", kind, name)},
            {"bandwidth", given("_bw")},
            {"latency", given("_lat")},
            {"sharing_policy", "SPLITDUPLEX"}});
  }

  static pugi::xml_node route(const pugi::xml_node& zone, const std::string& from, const std::string& to,
                              const std::string& router) {
    return append(zone, "zoneRoute",
                  {{"src", "group-" + from},
                   {"dst", "group-" + to},
                   {"gw_src", "router-" + from},
                   {"gw_dst", "router-" + router}});
  }

  static void pass(const pugi::xml_node& way, const std::string& link, const char* direction) {
    append(way, "link_ctn", {{"id", link}, {"direction", direction}});
  }

  pugi::xml_node cluster_;
  NodeGroups is_;
  int limit_;  ///< nodes
};

}  // namespace

void spell_out_groups(const pugi::xml_document& document, int nodes) {
  for (const auto& found : document.select_nodes("//cluster[@topology='GROUPS']")) try {
      ZoneWriter(found.node(), nodes).write();
      found.node().parent().remove_child(found.node());
    } catch (const Error& error) {
      throw Error(fmt::format("cluster '{}' {}", found.node().attribute("id").value(), error.what()));
    }
}

}  // namespace collsim::network
