#include <utility>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// The sums are made in a copy of the whole contribution.
template <class Call>
void run_on_copy(Comm& comm, const Call& call, const Scattered<Call>& own) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Scratch sums = comm.scratch(own.places().total(), call.type);
  const Scratch arrived = comm.scratch(own.most(), call.type);
  const auto sum = [&](int of) {
    return element(sums.data(), own.places()[of].first, comm.extent(call.type));
  };
  comm.copy(own.block(0), sums.data(), own.places().total(), call.type);
  for (int step = 1; step < p; ++step) {
    const int leaving = (rank - step + p) % p;
    const int passing = (leaving + p - 1) % p;
    comm.sendrecv(sum(leaving), own.count(leaving), (rank + 1) % p, arrived.data(), own.count(passing),
                  (rank + p - 1) % p, call.type);
    comm.reduce_local(arrived.data(), sum(passing), own.count(passing), call.type, call.op);
  }
  comm.copy(sum(rank), call.recv, own.count(rank), call.type);
}

/// Ring reduce-scatter: every block goes once around the ring, from behind the rank that is to have it, and
/// each rank combines what passes with its own.
///
/// Source:  Patarasuk and Yuan, JPDC 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002, first phase.
/// Assumes: the operator commutes. Any p, any block sizes; empty blocks are sent.
/// Cost:    (p-1)(alpha + n/p (beta + gamma)), n/p being the largest block; in place n/p kappa more; with
///          start=copies n kappa + n/p kappa more instead.
template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Scattered<Call> own(comm, call);
  if (p == 1) return own.keep(own.block(0));
  if (starts_by_copying(options)) return run_on_copy(comm, call, own);
  const Scratch one = comm.scratch(own.most(), call.type);
  const Scratch other = comm.scratch(own.most(), call.type);
  const void* out = own.block((rank + p - 1) % p);
  void* in = one.data();
  void* free = other.data();
  for (int step = 1; step < p; ++step) {
    if (step == p - 1 && !own.in_place()) in = call.recv;
    const int leaving = (rank - step + p) % p;
    const int passing = (leaving + p - 1) % p;
    const std::int64_t count = own.count(passing);
    comm.sendrecv(out, own.count(leaving), (rank + 1) % p, in, count, (rank + p - 1) % p, call.type);
    comm.reduce_local(own.block(passing), in, count, call.type, call.op);
    out = in;
    std::swap(in, free);
  }
  own.keep(out);
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {keep_stage(shape)};
  Cost cost;
  if (starts_by_copying(options)) cost.push_back({.copied = shape.bytes()});
  cost.push_back(combine_stage(shape, 1));
  cost.back().repeat = shape.processes - 1;
  cost.push_back(starts_by_copying(options) ? Stage{.copied = largest_block(shape)} : keep_stage(shape));
  return cost;
}

const Description about{.name = "ring",
                        .source = "Patarasuk and Yuan 2009",
                        .assumes = "commutative operator",
                        .formula = "(p > 1 ? (p - 1)*(alpha + n/p*(beta + gamma)) : n*kappa)",
                        .options = {start_option()},
                        .cost = cost,
                        .unsupported = unless_commutative,
                        .same_bits = {.for_any_p = never}};
const Registration<ReduceScatter> ring{about, run};
const Registration<ReduceScatterBlock> ring_block{about, run};

}  // namespace
}  // namespace collsim
