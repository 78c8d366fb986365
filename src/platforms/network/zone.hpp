#pragma once

#include <string>
#include <vector>

namespace collsim::network {

/// A route in the making: its links in order, by their numbers in the network, and their latencies' sum.
struct Route {
  std::vector<int>& links;
  double latency = 0;

  void add(int link, double seconds) {
    links.push_back(link);
    latency += seconds;
  }
};

class FullZone;

/// A zone of a platform file. Its vertices are numbers from 0 on: hosts and routers, or the zones inside.
class Zone {
 public:
  virtual ~Zone() = default;

  /// The host or router of that name in this very zone; -1: none.
  virtual int vertex(const std::string& name) const = 0;
  /// Appends the route between two hosts or routers of this zone, or from one to itself. Latencies are added
  /// in SimGrid's order, so that their sums are the same to the last bit.
  virtual void route(int from, int to, Route& route) const = 0;

  const FullZone* around = nullptr;  ///< none: the root
  int vertex_around = 0;
  int depth = 0;  ///< zones around this one
};

/// A host or router.
struct ZoneVertex {
  const Zone* zone = nullptr;
  int vertex = 0;
  bool operator==(const ZoneVertex&) const = default;
};

}  // namespace collsim::network
