#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/prefix.hpp"

namespace collsim {
namespace {

/// Every rank's contribution moves to the next rank. In place, ranks that also receive copy theirs away.
void shift(Comm& comm, const Exscan& call) {
  const int rank = comm.rank();
  const bool sends = rank + 1 < comm.size();
  const bool in_place = call.send == MPI_IN_PLACE;
  const void* own = in_place ? call.recv : call.send;
  if (rank == 0) {
    if (sends) comm.send(own, call.count, call.type, 1);
    return;
  }
  if (!sends) return comm.recv(call.recv, call.count, call.type, rank - 1);
  const Scratch away = comm.scratch(in_place ? call.count : 0, call.type);
  if (in_place) comm.copy(own, away.data(), call.count, call.type);
  comm.sendrecv(in_place ? away.data() : own, call.count, rank + 1, call.recv, call.count, rank - 1,
                call.type);
}

/// Dissemination exscan, shifted: contributions move on by one rank, then all ranks but the first scan them.
///
/// Source:  Hillis and Steele, CACM 29(12), 1986, doi:10.1145/7902.7903, for the scan.
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    alpha + n beta + ceil(lg (p-1))(alpha + n beta + n gamma); in place n kappa more from p = 3 on.
void run(Comm& comm, const Exscan& call, const Options&) {
  shift(comm, call);
  scan_rounds(comm, call.recv, call.count, call.type, call.op, 1);
}

Cost cost(const Shape& shape, const Options&) {
  const int p = shape.processes;
  if (p == 1) return {};
  const std::int64_t n = shape.bytes();
  Cost cost{{.copied = shape.in_place && p > 2 ? n : 0},
            {.messages = p - 1, .volume = (p - 1) * n, .bytes = n, .pairs = pairs::forward(1)}};
  cost += scan_rounds_cost(shape, 1);
  return cost;
}

const Registration<Exscan> dissemination{
    {.name = "dissemination",
     .source = "Hillis and Steele 1986",
     .assumes = "nothing",
     .formula = "(p > 1 ? alpha + n*beta : 0) + "
                "(r > 1 ? k + 1 : (p > 2 ? k : 0))*(alpha + n*beta + n*gamma)",
     .cost = cost,
     .same_bits = {.for_any_p = always}},
    run};

}  // namespace
}  // namespace collsim
