#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace collsim {

/// A concentrated torus, which SimGrid's XML has no word for and its C++ interface puts together.
struct RouterTorus {
  struct Wire {
    std::string name;
    double bandwidth, latency;  ///< bytes per second, seconds
  };
  struct Host {
    std::string name;
    Wire up, down, loopback;
    /// Limits each message by itself. One of each host, because SimGrid gives the messages at such a link less the longer their
    /// latency is.
    std::optional<Wire> flow;
  };
  std::string id, speed;
  int cores = 1;
  int hosts_of_router = 0;
  std::vector<Host> hosts;  ///< hosts of a router follow each other
  std::vector<unsigned long> sides;
  std::vector<Wire> between_routers;
};
/// Gives all such tori of the platform. Throws PlatformError.
std::vector<RouterTorus> router_tori(const Platform& platform);

/// The platform's XML as SimGrid takes it: without concentrated tori, with routes spelled out where it does not know a
/// topology, without factors of latency where a `network.latency` is to be one, and without the hosts that stand for none of
/// the first `nodes` nodes, where no route between those passes them: in clusters without a topology, each of which keeps at
/// least one. SimGrid spends some ten microseconds on every host of
/// every simulation, whoever runs there. Throws Error.
std::string xml_for_simgrid(const Platform& platform, int nodes);

/// How many nodes that has however few are asked for: all of a cluster whose topology SimGrid knows or that is spelled out whole.
int nodes_always_simulated(const Platform& platform);

}  // namespace collsim
