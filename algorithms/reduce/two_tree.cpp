#include "algorithms/patterns/two_tree.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/sums.hpp"

namespace collsim {
namespace {

/// Two-tree reduce: the rounds of bcast/two_tree backwards; a rank combines what its children send, segment
/// by segment, and sends the sum to its parent.
///
/// Source:  Sanders, Speck and Traeff, Parallel Computing 35(12), 2009, doi:10.1016/j.parco.2009.09.001.
/// Assumes: the operator commutes; any p, any root. Of an odd count, both halves travel in as many segments;
///          empty ones are sent.
/// Cost:    the rounds of bcast/two_tree, each alpha + n/(2s) beta + n/(2s) gamma; one gamma less for p = 3.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const int p = comm.size();
  if (p == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const TwoTrees trees(p);
  const TwoHalves parts(call.count, comm.size_of(call.type), options);
  const std::int64_t number = parts.segments.number;
  const int u = (comm.rank() - call.root + p) % p;
  Sums sums(comm, call, 2 * number, parts.segments.length);
  for (std::int64_t t = trees.rounds(number) - 1; t >= 0; --t) {
    const TwoTrees::Hop given = trees.in(u, t, number);
    const TwoTrees::Hop taken = trees.out(u, t, number);
    const Range out = parts.range(given);
    const Range in = parts.range(taken);
    const void* value = sums.value(parts.piece(given), out);
    void* landing = sums.landing(parts.piece(taken), in);
    const int to = (given.peer + call.root) % p;
    const int from = (taken.peer + call.root) % p;
    if (given.peer >= 0 && taken.peer >= 0)
      comm.sendrecv(value, out.count, to, landing, in.count, from, call.type);
    else if (given.peer >= 0)
      comm.send(value, out.count, call.type, to);
    else if (taken.peer >= 0)
      comm.recv(landing, in.count, call.type, from);
    if (taken.peer >= 0) sums.combine(parts.piece(taken), in);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  return two_tree_cost(shape, options, true);
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative
             ? ""
             : "the operator does not commute, and the trees combine in another order than the ranks'";
}

const Registration<Reduce> two_tree{
    {.name = "two_tree",
     .source = "Sanders, Speck and Traeff 2009",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? 0 : n*kappa) - (p == 3 ? n/2*gamma : 0) + (p > 2 ? 2*(r > 0 ? k + 1 : k) - odd "
                ": 2*(p - 1))*(alpha + n/2*(beta + gamma))",
     .symbols = {two_tree_symbol()},
     .options = {two_tree_option()},
     .cost = cost,
     .exact = two_tree_is_exact,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
