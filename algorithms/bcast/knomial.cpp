#include "algorithms/patterns/knomial.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// K-nomial tree broadcast: a rank receives from its parent, then serves its children, the farthest first.
///
/// Source:  as in MPICH and UCC; radix 2 is the binomial tree, counted from the root instead of folded.
/// Assumes: nothing; any p, any root.
/// Cost:    m (alpha + n beta), m = (radix-1) j + ceil(p / radix^j) - 1 with radix^j < p <= radix^(j+1): what
///          the root sends.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const Knomial tree(comm.size(), call.root, options);
  const int rank = comm.rank();
  if (rank != call.root) comm.recv(call.buffer, call.count, call.type, tree.parent(rank));
  const std::vector<int> children = tree.children(rank);
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    comm.send(call.buffer, call.count, call.type, *child);
}

Cost cost(const Shape& shape, const Options& options) {
  return Knomial(shape.processes, shape.root, options).down(shape);
}

const Registration<Bcast> knomial{{.name = "knomial",
                                   .source = "MPICH, UCC",
                                   .assumes = "nothing",
                                   .formula = "(r > 0 ? k + 1 : k)*(alpha + n*beta)",
                                   .options = {Knomial::radix()},
                                   .cost = cost},
                                  run};

}  // namespace
}  // namespace collsim
