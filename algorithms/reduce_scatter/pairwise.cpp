#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// Pairwise reduce-scatter: in round s = 1..p-1, rank r sends its contribution to rank r + s (mod p) and
/// combines that of rank r - s.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: the operator commutes. Any p, any block sizes; empty blocks are sent.
/// Cost:    (p-1)(alpha + n/p (beta + gamma)), n/p being the largest block; in place n/p kappa more.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Scattered<Call> own(comm, call);
  if (p == 1) return own.keep(own.block(0));
  const std::int64_t count = own.count(rank);
  const Scratch landing = comm.scratch(p > 2 ? count : 0, call.type);
  const Scratch aside = comm.scratch(own.in_place() ? count : 0, call.type);
  void* sum = own.in_place() ? aside.data() : call.recv;
  for (int step = 1; step < p; ++step) {
    const int destination = (rank + step) % p;
    const int source = (rank - step + p) % p;
    void* in = step == 1 ? sum : landing.data();
    comm.sendrecv(own.block(destination), own.count(destination), destination, in, count, source, call.type);
    comm.reduce_local(step == 1 ? own.block(rank) : in, sum, count, call.type, call.op);
  }
  own.keep(sum);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost;
  for (int step = 1; step < shape.processes; ++step) cost.push_back(combine_stage(shape, step));
  cost.push_back(keep_stage(shape));
  return cost;
}

const Description about{.name = "pairwise",
                        .source = "Thakur, Rabenseifner and Gropp 2005",
                        .assumes = "commutative operator",
                        .formula = "(p > 1 ? (p - 1)*(alpha + n/p*(beta + gamma)) : n*kappa)",
                        .cost = cost,
                        .unsupported = unless_commutative,
                        .same_bits = {.for_any_p = never}};
const Registration<ReduceScatter> pairwise{about, run};
const Registration<ReduceScatterBlock> pairwise_block{about, run};

}  // namespace
}  // namespace collsim
