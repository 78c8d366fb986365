#include "platforms/network/for_simgrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "platforms/network/concentrated_torus.hpp"
#include "platforms/network/groups.hpp"
#include "platforms/network/kautz.hpp"
#include "platforms/protocol.hpp"
#include "platforms/radical.hpp"

namespace collsim {
namespace {

/// The radical's numbers that are below the limit, and its first.
std::string below(const std::string& radical, int limit) {
  std::string kept;
  for (const auto& [first, count] : read_radicals(radical)) {
    const int last = std::min(first + count, limit) - 1;
    if (last >= first) kept += fmt::format("{}{}-{}", kept.empty() ? "" : ",", first, last);
  }
  return kept.empty() ? std::to_string(read_radicals(radical).front().first) : kept;
}

/// Throws PlatformError of the clusters that have the topology and what is done with each complains of.
template <typename Use>
void each_cluster(const pugi::xml_document& document, const Platform& platform, const char* topology,
                  Use use) {
  const std::string path = fmt::format("//cluster[@topology='{}']", topology);
  for (const auto& found : document.select_nodes(path.c_str())) try {
      use(found.node());
    } catch (const Error& error) {
      throw PlatformError(platform.file(), 0,
                          fmt::format("cluster '{}' {}", found.node().attribute("id").value(), error.what()));
    }
}

constexpr const char* concentrated = "CONCENTRATED_TORUS";

}  // namespace

std::vector<RouterTorus> router_tori(const Platform& platform) {
  pugi::xml_document document;
  document.load_string(platform.xml().c_str());
  std::vector<RouterTorus> tori;
  each_cluster(document, platform, concentrated, [&](const pugi::xml_node& cluster) {
    const std::string parameters = cluster.attribute("topo_parameters").value();
    const network::ClusterAttributes given = network::read_cluster(cluster);
    const network::Concentration is = network::read_concentration(given, parameters);
    const auto made = network::make_concentrated_torus(given, parameters, 0);
    const auto wire = [&](int link, double latency) {
      return RouterTorus::Wire{made->name(link), made->bandwidth(link), latency};
    };
    RouterTorus torus{.id = given.id,
                      .speed = cluster.attribute("speed").value(),
                      .cores = cluster.attribute("core").as_int(1),
                      .hosts_of_router = is.hosts,
                      .hosts = {},
                      .sides = {is.sides.begin(), is.sides.end()},
                      .between_routers = {}};
    const bool limited = given.flow > 0;
    const int up = 0, down = given.hosts, limits = 2 * given.hosts,
              between_routers = limits + (limited ? given.hosts : 0), loopbacks = made->links() - given.hosts;
    for (int host = 0; host < given.hosts; ++host)
      torus.hosts.push_back({.name = made->host_name(host),
                             .up = wire(up + host, given.latency),
                             .down = wire(down + host, 0),
                             .loopback = wire(loopbacks + host, given.loopback->latency),
                             .flow = limited ? std::optional(wire(limits + host, 0)) : std::nullopt});
    for (int link = between_routers; link < loopbacks; ++link)
      torus.between_routers.push_back(wire(link, given.latency));
    tori.push_back(std::move(torus));
  });
  return tori;
}

std::string xml_for_simgrid(const Platform& platform, int nodes) {
  pugi::xml_document document;
  document.load_string(platform.xml().c_str(), pugi::parse_full);
  for (const auto& found : document.select_nodes("//cluster[not(@topology)]")) {
    pugi::xml_attribute radical = found.node().attribute("radical");
    const bool memories = std::string_view(found.node().attribute("prefix").value()) == "memory-";
    radical.set_value(below(radical.value(), memories ? nodes * platform.domains() : nodes).c_str());
  }
  if (platform.number("network.latency") > 0)
    for (const auto& found :
         document.select_nodes(fmt::format("//config/prop[@id='{}']", latency_factors_setting).c_str()))
      found.parent().remove_child(found.node());
  network::spell_out_groups(document, nodes);
  each_cluster(document, platform, "KAUTZ", network::spell_out_kautz);
  each_cluster(document, platform, concentrated,
               [](pugi::xml_node cluster) { cluster.parent().remove_child(cluster); });
  std::ostringstream text;
  document.save(text);
  return text.str();
}

int nodes_always_simulated(const Platform& platform) {
  pugi::xml_document document;
  document.load_string(platform.xml().c_str());
  return document.select_node(
             "//cluster[@topology and @topology!='GROUPS' and @topology!='CONCENTRATED_TORUS']")
             ? platform.nodes()
             : 0;
}

}  // namespace collsim
