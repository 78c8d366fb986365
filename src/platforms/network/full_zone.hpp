#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "platforms/network/zone.hpp"

namespace collsim::network {

/// A <link> of the platform file, or one direction of it.
struct Link {
  std::string name;
  double bandwidth = 0;  ///< bytes per second
  double latency = 0;    ///< seconds
  bool shared = true;    ///< false: FATPIPE
};

/// A zone with routing "Full": a route for every pair of vertices, as the file lists them.
class FullZone : public Zone {
 public:
  struct ListedRoute {
    std::vector<int> links;
    ZoneVertex from, to;  ///< between zones: the gateways, where it begins and ends
  };

  /// `links`: all links of the platform file; they must outlive this.
  explicit FullZone(const std::vector<Link>& links) : links_(links) {}

  /// A new vertex; a host or router is without `zone`. Throws Error if the name is taken.
  int add(const std::string& name, std::unique_ptr<Zone> zone = nullptr);
  /// Throws Error if the two have a way already.
  void connect(int from, int to, ListedRoute way);

  int vertex(const std::string& name) const override;
  void route(int from, int to, Route& route) const override;

  int vertices() const { return static_cast<int>(names_.size()); }
  std::vector<std::string> names() const { return names_; }
  /// The zone that a vertex is, null: a host or router.
  const Zone* zone(int vertex) const { return zones_[static_cast<std::size_t>(vertex)].get(); }
  /// Any vertex, zones among them; -1: none.
  int find(const std::string& name) const;
  bool connected(int from, int to) const { return ways_.contains(key(from, to)); }
  /// Throws Error if the file lists none.
  const ListedRoute& way(int from, int to) const;
  double latency(int link) const { return links_[static_cast<std::size_t>(link)].latency; }

 private:
  static std::uint64_t key(int from, int to) {
    return static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint32_t>(to);
  }

  const std::vector<Link>& links_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Zone>> zones_;
  std::map<std::string, int> vertices_;
  std::unordered_map<std::uint64_t, ListedRoute> ways_;
};

}  // namespace collsim::network
