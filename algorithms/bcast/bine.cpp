#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binomial.hpp"

namespace collsim {
namespace {

/// Bine tree broadcast: the number of virtual ranks that hold the vector doubles in every round, the farthest
/// first; then each survivor of a pair serves its partner.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: nothing; any p, any root. Its tree is that of reduce/bine.
/// Cost:    ceil(lg p)(alpha + n beta).
void run(Comm& comm, const Bcast& call, const Options&) {
  broadcast_tree(comm, call.buffer, call.count, call.type, bine(comm.size(), call.root));
}

Cost cost(const Shape& shape, const Options&) {
  return broadcast_tree_cost(shape, bine(shape.processes, shape.root));
}

const Registration<Bcast> registration{{.name = "bine",
                                        .source = "De Sensi et al. 2025",
                                        .assumes = "nothing",
                                        .formula = "(r > 0 ? k + 1 : k)*(alpha + n*beta)",
                                        .cost = cost},
                                       run};

}  // namespace
}  // namespace collsim
