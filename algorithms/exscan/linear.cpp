#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear exscan: the partial result goes from rank to rank; a rank keeps what comes and passes it on with
/// its own contribution.
///
/// Source:  as in Open MPI.
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    alpha + n beta + (p-2)(alpha + n beta + n gamma), and n kappa from p = 3 on: ranks in the middle
///          copy their contribution to combine with.
void run(Comm& comm, const Exscan& call, const Options&) {
  const int rank = comm.rank();
  const bool sends = rank + 1 < comm.size();
  const void* own = call.send == MPI_IN_PLACE ? call.recv : call.send;
  if (rank == 0) {
    if (sends) comm.send(own, call.count, call.type, 1);
    return;
  }
  const Scratch sum = comm.scratch(sends ? call.count : 0, call.type);
  if (sends) comm.copy(own, sum.data(), call.count, call.type);
  comm.recv(call.recv, call.count, call.type, rank - 1);
  if (!sends) return;
  comm.reduce_local(call.recv, sum.data(), call.count, call.type, call.op);
  comm.send(sum.data(), call.count, call.type, rank + 1);
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t n = shape.bytes();
  const int p = shape.processes;
  const Pairs next = pairs::forward(1);
  Cost cost;
  if (p > 2) cost.push_back({.copied = n});
  if (p > 1) cost.push_back({.messages = 1, .volume = n, .bytes = n, .pairs = next});
  if (p > 2)
    cost.push_back({.repeat = p - 2, .messages = 1, .volume = n, .bytes = n, .reduced = n, .pairs = next});
  return cost;
}

const Registration<Exscan> linear{{.name = "linear",
                                   .source = "Open MPI",
                                   .assumes = "nothing",
                                   .formula = "(p > 2 ? n*kappa : 0) + (p > 1 ? alpha + n*beta : 0) + "
                                              "(p > 2 ? p - 2 : 0)*(alpha + n*beta + n*gamma)",
                                   .cost = cost,
                                   .same_bits = {.for_any_p = always}},
                                  run};

}  // namespace
}  // namespace collsim
