#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "platforms/link_class.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// The links between the nodes of a platform, and the routes over them: what SimGrid makes of the same XML,
/// at a scale that SimGrid does not reach. Nodes and links are numbers from 0 on; node i is the host node-i.
class Network {
 public:
  virtual ~Network() = default;

  /// Whoever asks about the first `nodes` only need not wait for the others. Throws PlatformError naming what it cannot model (a
  /// kind of zone, of link, of routing).
  static std::unique_ptr<Network> of_platform(const Platform& platform, int nodes = every_node);
  static constexpr int every_node = std::numeric_limits<int>::max();

  virtual int links() const = 0;
  /// SimGrid names the link so.
  virtual std::string name(int link) const = 0;
  /// Which others it is alike.
  virtual LinkClass class_of(int link) const = 0;
  /// Bytes per second.
  virtual double bandwidth(int link) const = 0;
  /// Whether messages share the bandwidth; else each has all of it (FATPIPE).
  virtual bool shared(int link) const = 0;

  /// Replaces `links` by those of the route, in order, and returns its latency in seconds. A route may pass
  /// a link twice. From a node to itself: its loopback, or without one what SimGrid does: the way to the
  /// nearest switch and back, and in a torus no link at all, where SMPI refuses to send.
  virtual double route(int from, int to, std::vector<int>& links) const = 0;
  /// Groups of nodes that are joined to each other, of a dragonfly say, so that messages between two may go by way of a third; 0:
  /// the nodes are in fewer than three.
  virtual int groups() const { return 0; }
  /// The group of a node, of 0 .. groups() - 1.
  virtual int group(int /*node*/) const { return 0; }
  /// The route is as route()'s, by way of a group in which neither node is.
  virtual double detour(int from, int to, int /*group*/, std::vector<int>& links) const {
    return route(from, to, links);
  }
  /// Whether all routes between different nodes are as the one between the first two: as many links of the same
  /// bandwidths, and the same latency.
  virtual bool uniform() const = 0;
  /// Gives at most the latency of any route between two different nodes, in seconds: how far apart in time cause
  /// and effect are. Infinite if there is one node only.
  virtual double least_latency() const = 0;
};

}  // namespace collsim
