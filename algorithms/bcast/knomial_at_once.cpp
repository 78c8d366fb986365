#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/at_once.hpp"
#include "algorithms/patterns/knomial.hpp"

namespace collsim {
namespace {

/// Children with more below them come first.
FamilyOf family(int processes, int root, const Options& options) {
  const auto cleared =
      options.text("cleared") == "highest" ? Knomial::Cleared::highest : Knomial::Cleared::lowest;
  return [tree = Knomial(processes, root, options, cleared), cleared](int rank) {
    Family found{tree.parent(rank), tree.children(rank)};
    if (cleared == Knomial::Cleared::lowest) std::ranges::reverse(found.children);
    return found;
  };
}

/// K-nomial tree broadcast that serves all children at once (at_once.hpp).
///
/// Source:  Open MPI, binomial (radix 2, the highest digit cleared) and knomial (the lowest).
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    d (alpha + n/s beta) for s parts, d being the parts that go over the ports on the longest path; with radix 2
///          and p = P at most s k (k+1)/2.
void run(Comm& comm, const Bcast& call, const Options& options) {
  broadcast_at_once(comm, call, options, family(comm.size(), call.root, options));
}

Cost cost(const Shape& shape, const Options& options) {
  return at_once_cost(shape, options, family(shape.processes, shape.root, options));
}

double longest(int processes) {
  return longest_at_once(processes, family(processes, 0, describe("bcast", "knomial_at_once").resolve({})));
}

const Registration<Bcast> knomial_at_once{
    {.name = "knomial_at_once",
     .source = "Open MPI",
     .assumes = "nothing",
     .formula = "late*(alpha + n*beta)",
     .symbols = {{"late", longest, "vectors that go over the ports on the longest path"}},
     .options = {Knomial::radix(), parts_option(), Knomial::cleared()},
     .concurrent = true,
     .cost = cost,
     .exact = at_once_is_exact},
    run};

}  // namespace
}  // namespace collsim
