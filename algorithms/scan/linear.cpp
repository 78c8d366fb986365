#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear scan: the partial result goes from rank to rank.
///
/// Source:  as in Open MPI.
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    n kappa + (p-1)(alpha + n beta + n gamma).
void run(Comm& comm, const Scan& call, const Options&) {
  const int rank = comm.rank();
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  if (rank > 0) {
    const Scratch landing = comm.scratch(call.count, call.type);
    comm.recv(landing.data(), call.count, call.type, rank - 1);
    comm.reduce_local(landing.data(), call.recv, call.count, call.type, call.op);
  }
  if (rank + 1 < comm.size()) comm.send(call.recv, call.count, call.type, rank + 1);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{{.copied = shape.in_place ? 0 : shape.bytes()}};
  if (shape.processes > 1)
    cost.push_back({.repeat = shape.processes - 1,
                    .messages = 1,
                    .volume = shape.bytes(),
                    .bytes = shape.bytes(),
                    .reduced = shape.bytes(),
                    .pairs = pairs::forward(1)});
  return cost;
}

const Registration<Scan> linear{{.name = "linear",
                                 .source = "Open MPI",
                                 .assumes = "nothing",
                                 .formula = "n*kappa + (p - 1)*(alpha + n*beta + n*gamma)",
                                 .cost = cost,
                                 .same_bits = {.for_any_p = always}},
                                run};

}  // namespace
}  // namespace collsim
