#pragma once

#include <functional>
#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Broadcasts along a tree in which a rank that has the vector serves all its children at once: they share the port as messages do
/// whose packets take turns, which is told by cutting the vector into parts that go to one child after the other.
///
/// Source:  Open MPI, what its broadcasts along trees have in common.

struct Family {
  int parent;                 ///< -1: none
  std::vector<int> children;  ///< in the order in which they are served
};
/// The family of each rank.
using FamilyOf = std::function<Family(int rank)>;

OptionSpec parts_option();

void broadcast_at_once(Comm& comm, const Bcast& call, const Options& options, const FamilyOf& family);
/// Rounds of one part each: from the one in which a rank has all parts on, its children get theirs in turn.
Cost at_once_cost(const Shape& shape, const Options& options, const FamilyOf& family);
/// Where the last part is shorter, ranks leave the rounds.
bool at_once_is_exact(const Shape& shape, const Options& options);
/// Vectors that go over the ports on the longest path, if each is one part.
int longest_at_once(int processes, const FamilyOf& family);

}  // namespace collsim
