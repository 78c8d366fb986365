#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "platforms/link_class.hpp"
#include "platforms/network/zone.hpp"
#include "platforms/radical.hpp"

namespace collsim::network {

/// What a <cluster> says, its topology left aside. Times in seconds, bandwidths in bytes per second.
struct ClusterAttributes {
  struct Wire {
    double bandwidth, latency;
    bool shared;
  };

  std::string id, prefix, suffix, router;
  std::vector<Radicals> radicals;  ///< the numbers in the hosts' names, in order
  int hosts = 0;
  double bandwidth = 0, latency = 0;
  bool split = true;  ///< SPLITDUPLEX: a link is two, one up and one down
  std::optional<Wire> loopback, backbone;
  double limiter = 0;  ///< bandwidth; 0: none
  double node = 0;     ///< bandwidth between a host and its router, in a concentrated torus
  double flow = 0;     ///< what one message gets at most there; 0: no limit
};

/// Throws Error.
ClusterAttributes read_cluster(const pugi::xml_node& xml);

/// A link's name, of so many that a cable has.
inline std::string directed(const std::string& cable, int direction, int directions) {
  return directions == 1 ? cable : cable + (direction == 0 ? "_UP" : "_DOWN");
}
/// Which of a cable's links those are that lead in one direction, for people.
inline std::string leading(const std::string& cables, int direction, int directions) {
  return directions == 1 ? cables : cables + (direction == 0 ? " up" : " down");
}

/// Hosts that are all alike: vertex i is the i-th host. Links are numbers from 0 on: those of the topology,
/// the loopbacks, the limiters. Nothing is stored per host or link.
class Cluster : public Zone {
 public:
  const ClusterAttributes& attributes() const { return attributes_; }
  int first_link() const { return first_; }  ///< its number in the network
  int links() const { return limiters_from_ + limiters_; }
  std::string name(int link) const;
  LinkClass class_of(int link) const;
  double bandwidth(int link) const;
  bool shared(int link) const;

  int vertex(const std::string& name) const override;
  /// Whether all routes between its hosts are alike.
  virtual bool uniform() const { return false; }
  /// A host to which the first one is as near as any two hosts are, where there are two.
  virtual int nearest_to_first() const { return 1; }
  std::string host_name(int host) const;

 protected:
  /// `devices`: hosts and switches, each of which has a limiter if any has. Throws Error for too many links.
  Cluster(ClusterAttributes attributes, int first_link, std::int64_t own_links, std::int64_t devices);

  /// Whether that was the whole route.
  bool loop_back(int from, int to, Route& route) const {
    if (from != to || !attributes_.loopback) return false;
    route.add(first_ + own_links_ + from, attributes_.loopback->latency);
    return true;
  }
  /// Gives its link, -1 if there are none. Host i is device i; switches follow in SimGrid's order.
  int limiter(int device) const { return limiters_ > 0 ? first_ + limiters_from_ + device : -1; }
  void limit(int device, Route& route) const {
    if (limiters_ > 0) route.links.push_back(limiter(device));
  }
  int radical(int host) const;
  int first() const { return first_; }
  int own_links() const { return own_links_; }
  /// Links per cable, of which the second is the one down.
  int directions() const { return attributes_.split ? 2 : 1; }
  std::string directed(const std::string& cable, int direction) const {
    return network::directed(cable, direction, directions());
  }
  std::string leading(const std::string& cables, int direction) const {
    return network::leading(cables, direction, directions());
  }
  /// A switch's number in names: SimGrid counts down from twice the number of hosts.
  std::int64_t device_id(int device) const {
    const std::int64_t hosts = attributes_.hosts;
    return device < hosts ? device : 2 * hosts - 1 - (device - hosts);
  }

 private:
  virtual std::string own_name(int link) const = 0;
  virtual LinkClass own_class(int link) const = 0;
  virtual double own_bandwidth(int link) const = 0;
  /// SimGrid shares the links of a FATPIPE cluster all the same.
  virtual bool own_shared(int) const { return true; }
  virtual std::int64_t limiter_id(int device) const { return device_id(device); }

  ClusterAttributes attributes_;
  int first_, own_links_, limiters_from_, limiters_;
};

/// How many cables of each kind earlier clusters have: SimGrid numbers them throughout the platform.
struct Earlier {
  int fat_tree_hosts = 0;
  std::int64_t fat_tree_cables = 0, dragonfly_cables = 0;
};

/// Make a cluster of each topology. Links get numbers from `first_link` on. `parameters`: topo_parameters. Throw Error.
std::unique_ptr<Cluster> make_star(ClusterAttributes attributes, int first_link);
std::unique_ptr<Cluster> make_torus(ClusterAttributes attributes, const std::string& parameters,
                                    int first_link);
std::unique_ptr<Cluster> make_fat_tree(ClusterAttributes attributes, const std::string& parameters,
                                       int first_link, Earlier& earlier);
std::unique_ptr<Cluster> make_dragonfly(ClusterAttributes attributes, const std::string& parameters,
                                        int first_link, Earlier& earlier);
std::unique_ptr<Cluster> make_concentrated_torus(ClusterAttributes attributes, const std::string& parameters,
                                                 int first_link);
std::unique_ptr<Cluster> make_kautz(ClusterAttributes attributes, const std::string& parameters,
                                    int first_link);

/// "3,4;5" as {{3, 4}, {5}}, all at least 1. Throws Error with what would be right.
std::vector<std::vector<int>> read_parameters(const std::string& parameters, const std::string& right);
[[noreturn]] void complain_of_parameters(const std::string& parameters, const std::string& right);
std::int64_t product(const std::vector<int>& factors);
/// Throws Error for more things than fit an int.
void check_count(std::int64_t things);
/// Throws Error unless the hosts are as many as the topology wants.
void check_hosts(const ClusterAttributes& attributes, std::int64_t wanted);

}  // namespace collsim::network
