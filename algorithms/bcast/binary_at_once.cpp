#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/at_once.hpp"

namespace collsim {
namespace {

/// The d = 2^l ranks of level l, d - 1 to 2d - 2 of those counted from the root, have the next d as their first children and
/// the d after them as their second ones.
FamilyOf family(int processes, int root) {
  return [processes, root](int rank) {
    const auto rank_of = [&](int u) { return (u + root) % processes; };
    const int u = (rank - root + processes) % processes;
    const auto d = static_cast<int>(std::bit_floor(static_cast<unsigned>(u) + 1));
    Family found{-1, {}};
    if (u > 0) found.parent = rank_of(u - d / 2 < d - 1 ? u - d / 2 : u - d);
    for (const std::int64_t child : {std::int64_t{u} + d, u + 2 * std::int64_t{d}})
      if (child < processes) found.children.push_back(rank_of(static_cast<int>(child)));
    return found;
  };
}

/// Binary tree broadcast that serves both children at once (at_once.hpp).
///
/// Source:  Open MPI, binary.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    d (alpha + n/s beta) for s parts, d being the parts that go over the ports on the longest path, at most
///          2 s floor(lg p).
void run(Comm& comm, const Bcast& call, const Options& options) {
  broadcast_at_once(comm, call, options, family(comm.size(), call.root));
}

Cost cost(const Shape& shape, const Options& options) {
  return at_once_cost(shape, options, family(shape.processes, shape.root));
}

const Registration<Bcast> binary_at_once{
    {.name = "binary_at_once",
     .source = "Open MPI",
     .assumes = "nothing",
     .formula = "late*(alpha + n*beta)",
     .symbols = {{"late", [](int p) -> double { return longest_at_once(p, family(p, 0)); },
                  "vectors that go over the ports on the longest path"}},
     .options = {parts_option()},
     .concurrent = true,
     .cost = cost,
     .exact = at_once_is_exact},
    run};

}  // namespace
}  // namespace collsim
