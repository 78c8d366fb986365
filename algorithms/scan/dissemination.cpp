#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/prefix.hpp"

namespace collsim {
namespace {

/// Dissemination scan: in round j, a rank sends its partial result to the one 2^j further on.
///
/// Source:  Hillis and Steele, CACM 29(12), 1986, doi:10.1145/7902.7903.
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    n kappa + ceil(lg p)(alpha + n beta + n gamma).
void run(Comm& comm, const Scan& call, const Options&) {
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  scan_rounds(comm, call.recv, call.count, call.type, call.op, 0);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{{.copied = shape.in_place ? 0 : shape.bytes()}};
  cost += scan_rounds_cost(shape, 0);
  return cost;
}

const Registration<Scan> dissemination{{.name = "dissemination",
                                        .source = "Hillis and Steele 1986",
                                        .assumes = "nothing",
                                        .formula = "n*kappa + (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma)",
                                        .cost = cost,
                                        .same_bits = {.for_any_p = always}},
                                       run};

}  // namespace
}  // namespace collsim
