#include "platforms/network/full_zone.hpp"

#include <fmt/format.h>

#include "support/error.hpp"

namespace collsim::network {

int FullZone::add(const std::string& name, std::unique_ptr<Zone> zone) {
  const int vertex = vertices();
  if (!vertices_.emplace(name, vertex).second) throw Error(fmt::format("has two things called '{}'", name));
  if (zone) {
    zone->around = this;
    zone->vertex_around = vertex;
  }
  names_.push_back(name);
  zones_.push_back(std::move(zone));
  return vertex;
}

void FullZone::connect(int from, int to, ListedRoute way) {
  if (!ways_.emplace(key(from, to), std::move(way)).second)
    throw Error(
        fmt::format("has two routes from '{}' to '{}'; routes are symmetrical unless symmetrical=\"NO\"",
                    names_[static_cast<std::size_t>(from)], names_[static_cast<std::size_t>(to)]));
}

int FullZone::find(const std::string& name) const {
  const auto place = vertices_.find(name);
  return place == vertices_.end() ? -1 : place->second;
}

int FullZone::vertex(const std::string& name) const {
  const int found = find(name);
  return found >= 0 && !zone(found) ? found : -1;
}

const FullZone::ListedRoute& FullZone::way(int from, int to) const {
  const auto place = ways_.find(key(from, to));
  if (place != ways_.end()) return place->second;
  throw Error(fmt::format("has no route from '{}' to '{}'; add a <{}>",
                          names_[static_cast<std::size_t>(from)], names_[static_cast<std::size_t>(to)],
                          zone(from) ? "zoneRoute" : "route"));
}

void FullZone::route(int from, int to, Route& route) const {
  for (const int link : way(from, to).links) route.add(link, latency(link));
}

}  // namespace collsim::network
