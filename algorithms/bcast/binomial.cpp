#include "algorithms/patterns/binomial.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Binomial tree broadcast: the number of virtual ranks that hold the vector doubles in every round, the
/// farthest first; then each survivor of a pair serves its partner.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any root. Its tree is that of reduce/binomial.
/// Cost:    ceil(lg p)(alpha + n beta).
void run(Comm& comm, const Bcast& call, const Options&) {
  broadcast_tree(comm, call.buffer, call.count, call.type, Fold(comm.size(), call.root));
}

Cost cost(const Shape& shape, const Options&) {
  return broadcast_tree_cost(shape);
}

const Registration<Bcast> binomial{{.name = "binomial",
                                    .source = "Thakur, Rabenseifner and Gropp 2005",
                                    .assumes = "nothing",
                                    .formula = "(r > 0 ? k + 1 : k)*(alpha + n*beta)",
                                    .cost = cost},
                                   run};

}  // namespace
}  // namespace collsim
