#pragma once

#include <string>
#include <vector>

namespace collsim {

/// How the nodes of a machine are joined.
struct Topology {
  enum class Kind { star, fat_tree, dragonfly, torus };
  Kind kind = Kind::star;
  double ratio = 1;              ///< of a fat tree: of the rates down and up of a leaf switch
  int leaf = 0;                  ///< nodes of a leaf switch; 0: nobody says
  std::vector<int> leaves = {};  ///< the same where they differ
  int groups = 0;                ///< of a dragonfly
  std::vector<int> sides = {};   ///< of a torus
};

/// Reads "star", "fat_tree(2:1)", "fat_tree(2:1,leaf=16)", "dragonfly(groups=8)", "dragonfly(groups=8,leaf=16)" or
/// "torus(8x8x4)". Throws Error.
Topology parse_topology(const std::string& text);

/// Gives the topology with as many nodes at a leaf switch as fit, of at most `ports`: all alike, and at least half of that.
/// Throws Error where the topology does not fit the nodes.
Topology fitted(Topology topology, int nodes, int ports);

}  // namespace collsim
