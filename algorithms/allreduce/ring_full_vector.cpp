#include <utility>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// Full-vector ring allreduce: every rank's whole vector goes once around the ring, and each rank combines
/// what passes.
///
/// Source:  the ring of Durham University's PHYS52015 coursework.
/// Assumes: the operator commutes. Any p.
/// Cost:    n kappa + (p-1)(alpha + n beta + n gamma).
void run(Comm& comm, const Allreduce& call, const Options&) {
  const int p = comm.size();
  const int right = (comm.rank() + 1) % p;
  const int left = (comm.rank() + p - 1) % p;
  const Scratch scratch = comm.scratch(p > 1 ? call.count : 0, call.type);
  const Scratch other_scratch = comm.scratch(p > 2 ? call.count : 0, call.type);
  void* in = scratch.data();
  void* free = other_scratch.data();
  void* out = call.recv;  // sent on before anything is combined into it

  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  for (int step = 1; step < p; ++step) {
    comm.sendrecv(out, call.count, right, in, call.count, left, call.type);
    comm.reduce_local(in, call.recv, call.count, call.type, call.op);
    out = in;
    std::swap(in, free);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  Cost cost{{.copied = shape.in_place ? 0 : shape.bytes()}};
  if (p > 1)
    cost.push_back({.repeat = p - 1,
                    .messages = p,
                    .volume = p * shape.bytes(),
                    .bytes = shape.bytes(),
                    .reduced = shape.bytes(),
                    .pairs = pairs::shift(1)});
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative
             ? ""
             : "the operator does not commute, and a ring combines in another order than the ranks'";
}

/// Each combines its own vector first, then those of the ranks to its left.
bool same_on_all_ranks(const Shape& shape, const Options&) {
  return shape.processes <= 2;
}

const Registration<Allreduce> ring_full_vector{
    {.name = "ring_full_vector",
     .source = "PHYS52015 coursework, Durham",
     .assumes = "commutative operator",
     .formula = "n*kappa + (p - 1)*(alpha + n*beta + n*gamma)",
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
