#include <utility>

#include "algorithms/algorithm.hpp"
#include "algorithms/scattered.hpp"

namespace collsim {
namespace {

/// Ring reduce-scatter: every block goes once around the ring, from behind the rank that is to have it, and
/// each rank combines what passes with its own.
///
/// Source:  Patarasuk and Yuan, JPDC 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002, first phase.
/// Assumes: the operator commutes. Any p.
/// Cost:    (p-1)(alpha + n/p (beta + gamma)); in place n/p kappa more.
void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Scattered own(comm, call);
  if (p == 1) return own.keep(own.block(0));
  const Scratch one = comm.scratch(call.count, call.type);
  const Scratch other = comm.scratch(call.count, call.type);
  const void* out = own.block((rank + p - 1) % p);
  void* in = one.data();
  void* free = other.data();
  for (int step = 1; step < p; ++step) {
    if (step == p - 1 && !own.in_place()) in = call.recv;
    const int passing = (rank - 1 - step + 2 * p) % p;
    comm.sendrecv(out, call.count, (rank + 1) % p, in, call.count, (rank + p - 1) % p, call.type);
    comm.reduce_local(own.block(passing), in, call.count, call.type, call.op);
    out = in;
    std::swap(in, free);
  }
  own.keep(out);
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  const std::int64_t block = shape.bytes() / p;
  Cost cost;
  if (p > 1)
    cost.push_back({.repeat = p - 1,
                    .messages = p,
                    .volume = shape.bytes(),
                    .bytes = block,
                    .reduced = block,
                    .peer = {Peer::Kind::shift, 1}});
  cost.push_back(keep_stage(shape));
  return cost;
}

const Registration<ReduceScatterBlock> ring{
    {.name = "ring",
     .source = "Patarasuk and Yuan 2009",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (p - 1)*(alpha + n/p*(beta + gamma)) : n*kappa)",
     .cost = cost,
     .unsupported = unless_commutative},
    run};

}  // namespace
}  // namespace collsim
