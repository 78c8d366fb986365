#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platforms/link_class.hpp"
#include "platforms/network/zone.hpp"

namespace collsim::network {

struct ClusterAttributes;

/// The links of a torus of any number of dimensions, the first of which varies fastest. Every vertex has a cable to its next
/// neighbour in each dimension; routes go dimension by dimension, the shorter way round. Links are in rows of one for each
/// vertex: first dimension up, first dimension down, second dimension up ...
class TorusLinks {
 public:
  /// Throws Error for too many vertices.
  TorusLinks(const ClusterAttributes& cluster, std::vector<int> sides);

  /// The network gives the torus these numbers: of its first link, and of the first vertex's limiter, -1 without.
  struct Numbers {
    int first, limiters;
  };
  /// Appends the route between two vertices. Whatever limits the last one is left to the caller.
  void walk(int from, int to, Numbers numbers, Route& route) const;

  std::int64_t count() const { return std::int64_t{vertices_} * std::ssize(sides_) * directions_; }
  int dimension(int link) const { return link / vertices_ / directions_; }
  std::string name(int link) const;
  LinkClass class_of(int link) const;

 private:
  /// Hops along one dimension.
  struct Leg {
    int hops, stride;
    int hops_to_wrap, wrap;  ///< the hop round the end, and its stride
    int row;                 ///< link of vertex 0
    bool down;               ///< the cable is that of the vertex where a hop ends
  };
  void walk(const Leg& leg, int limiters, int& here, Route& route) const;

  std::string id_;
  double latency_;
  int directions_;
  std::vector<int> sides_;
  int vertices_;
};

}  // namespace collsim::network
