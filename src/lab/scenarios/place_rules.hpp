#pragma once

#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "points/placement.hpp"

namespace collsim {

/// Where a rule puts ranks: "contiguous(first=8,ppn=4)" on one node of the platform after the other; "spread(first=8,ppn=4)" likewise,
/// its cores dealt out evenly to the ranks there in a row, as Intel MPI pins them by default, so that its memory domains have
/// equal shares; "scattered(seed=3, ppn=all)" on nodes drawn from all that the platform has, in the order of their numbers,
/// as batch systems list a job's; "shuffled(seed=3)" on the nodes of contiguous(first=0), in an order that is drawn, so that
/// neighbouring ranks are anywhere; "drawn(from=jobs/*.csv,seed=3)" on nodes that a real job had: one is drawn from the
/// files, tables rank,node,... with what the platform's property `address` finds, and of its nodes a row of as many as are
/// needed, in its order; "box(sides=8x8x4)" on those of a box at the beginning of a torus, in their order: a mesh where no
/// side is more than half of the torus's, since no route between its nodes goes round the end. Each node has `ppn` ranks in a
/// row (one, if nothing is said), or as many as it has cores. Throws Error.
std::vector<RankPlace> places_by_rule(const std::string& rule, int processes, const Platform& platform);

}  // namespace collsim
