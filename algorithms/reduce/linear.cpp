#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear reduce: every rank sends its vector to the root, which receives them from the last rank down and puts
/// each to the left of what it has.
///
/// Source:  Open MPI, linear.
/// Assumes: nothing; any p, any root. Combines in rank order, from the right.
/// Cost:    (p-1)(alpha + n beta + n gamma); n kappa more in place, where the sum is made elsewhere, and at the last
///          rank as the root if the operator does not commute.
void run(Comm& comm, const Reduce& call, const Options&) {
  const int last = comm.size() - 1;
  if (comm.rank() != call.root) return comm.send(call.send, call.count, call.type, call.root);
  const bool in_place = call.send == MPI_IN_PLACE;
  if (last == 0) {
    if (!in_place) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const void* const own = in_place ? call.recv : call.send;
  const Scratch aside = comm.scratch(in_place ? call.count : 0, call.type);
  const Scratch landing = comm.scratch(last > 1 || call.root == last ? call.count : 0, call.type);
  void* const sum = in_place ? aside.data() : call.recv;
  int next = last - 1;
  if (call.root < last) {
    comm.recv(sum, call.count, call.type, last);
  } else if (comm.commutes(call.op)) {
    comm.recv(sum, call.count, call.type, next--);
    comm.reduce_local(own, sum, call.count, call.type, call.op);
  } else {
    comm.copy(own, sum, call.count, call.type);
  }
  for (int rank = next; rank >= 0; --rank) {
    if (rank != call.root) comm.recv(landing.data(), call.count, call.type, rank);
    comm.reduce_local(rank == call.root ? own : landing.data(), sum, call.count, call.type, call.op);
  }
  if (in_place) comm.copy(sum, call.recv, call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t n = shape.bytes();
  const int last = shape.processes - 1;
  if (last == 0) return {{.copied = shape.in_place ? 0 : n}};
  Cost cost;
  if (shape.root == last && !shape.commutative) cost.push_back({.copied = n});
  for (int rank = last; rank >= 0; --rank)
    if (rank != shape.root)
      cost.push_back({.messages = 1,
                      .volume = n,
                      .bytes = n,
                      .reduced = n,
                      .pairs = pairs::spoke((rank - shape.root + shape.processes) % shape.processes)});
  if (shape.in_place) cost.push_back({.copied = n});
  return cost;
}

const Registration<Reduce> linear{{.name = "linear",
                                   .source = "Open MPI",
                                   .assumes = "nothing",
                                   .formula = "(p > 1 ? (p - 1)*(alpha + n*beta + n*gamma) : n*kappa)",
                                   .cost = cost,
                                   .same_bits = {.for_any_p = always}},
                                  run};

}  // namespace
}  // namespace collsim
