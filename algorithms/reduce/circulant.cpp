#include "algorithms/patterns/circulant.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/sums.hpp"

namespace collsim {
namespace {

/// Circulant graph reduce: the rounds of bcast/circulant backwards. A rank sends each block back once, when
/// all to whom it would have sent it have sent theirs.
///
/// Source:  Traeff, arXiv:2407.18004 (round-optimal n-block broadcast and reduction schedules).
/// Assumes: the operator commutes; any p, any root. Blocks differ by at most one element; none is
///          empty but that of an empty vector: more blocks than elements are as many as elements.
/// Cost:    (s - 1 + ceil(lg p))(alpha + n/s beta + n/s gamma) for s blocks, n/s being the largest one.
void run(Comm& comm, const Reduce& call, const Options& options) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const std::int64_t number = Circulant::blocks(call.count, options);
  const Circulant graph(comm.size(), number);
  const CirculantRank rank(graph, comm.rank(), call.root);
  const Blocks blocks(call.count, number);
  const auto range = [&](std::int64_t block) { return block < 0 ? Range{0, 0} : blocks[block]; };
  Sums sums(comm, call, number, blocks[0].count);
  for (std::int64_t t = graph.rounds() - 1; t >= 0; --t) {
    const std::int64_t given = rank.in(t);
    const std::int64_t taken = rank.out(t);
    const Range out = range(given);
    const Range in = range(taken);
    const void* value = given < 0 ? nullptr : sums.value(given, out);
    void* landing = taken < 0 ? nullptr : sums.landing(taken, in);
    if (given >= 0 && taken >= 0)
      comm.sendrecv(value, out.count, rank.behind(t), landing, in.count, rank.ahead(t), call.type);
    else if (given >= 0)
      comm.send(value, out.count, call.type, rank.behind(t));
    else if (taken >= 0)
      comm.recv(landing, in.count, call.type, rank.ahead(t));
    if (taken >= 0) sums.combine(taken, in);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  return circulant_cost(shape, options, true);
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and blocks are combined as they come";
}

const Registration<Reduce> circulant{
    {.name = "circulant",
     .source = "Traeff 2024",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma) : n*kappa)",
     .options = {Circulant::blocks()},
     .cost = cost,
     .exact = circulant_is_even,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
