#include "algorithms/algorithm.hpp"
#include "algorithms/reduction.hpp"

namespace collsim {
namespace {

/// Recursive doubling (butterfly) allreduce: in round j, virtual ranks at distance 2^j exchange whole vectors
/// and combine.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, r = p - P ranks fold first and receive the result last. Combines in rank order.
/// Cost:    n kappa + k (alpha + n beta + n gamma), and 2 alpha + 2n beta + n gamma more where r > 0.
void run(Comm& comm, const Allreduce& call, const Options&) {
  const Fold fold(comm.size());
  const int partner = fold.partner(comm.rank());
  if (fold.folded(comm.rank())) {
    comm.send(contribution(call), call.count, call.type, partner);
    return comm.recv(call.recv, call.count, call.type, partner);
  }
  Reduction sum(comm, call, lefts(fold, comm.rank(), fold.rounds()), Reduction::Start::copies);
  if (partner >= 0) sum.absorb(partner);
  const int v = fold.virtual_rank(comm.rank());
  const Range whole{0, call.count};
  for (int round = 0; round < fold.rounds(); ++round)
    sum.exchange(fold.real_rank(v ^ (1 << round)), whole, whole);
  if (partner >= 0) comm.send(call.recv, call.count, call.type, partner);
}

Cost cost(const Shape& shape, const Options&) {
  const Fold fold(shape.processes);
  Cost cost{copy_stage(shape)};
  if (fold.folds()) cost.push_back(fold_stage(shape));
  for (int round = 0; round < fold.rounds(); ++round)
    cost.push_back({.messages = fold.survivors(),
                    .volume = fold.survivors() * shape.bytes(),
                    .bytes = shape.bytes(),
                    .reduced = shape.bytes(),
                    .peer = {.kind = Peer::Kind::exchange, .distance = 1 << round}});
  if (fold.folds()) cost.push_back(unfold_stage(shape));
  return cost;
}

const Registration<Allreduce> recursive_doubling{
    {.name = "recursive_doubling",
     .source = "Thakur, Rabenseifner and Gropp 2005",
     .assumes = "nothing",
     .formula = "n*kappa + k*(alpha + n*beta + n*gamma) + (r > 0 ? 2*alpha + 2*n*beta + n*gamma : 0)",
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
