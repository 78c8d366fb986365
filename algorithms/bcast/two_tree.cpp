#include "algorithms/patterns/two_tree.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Two-tree broadcast: each half of the vector travels in segments down one of two binary trees, in which
/// every rank but the root is a leaf of one at least, so that all ports are busy in both directions.
///
/// Source:  Sanders, Speck and Traeff, Parallel Computing 35(12), 2009, doi:10.1016/j.parco.2009.09.001.
/// Assumes: nothing; any p, any root. Of an odd count, both halves travel in as many segments; empty ones are
///          sent.
/// Cost:    (2 ceil(lg p) - d + 2(s-1))(alpha + n/(2s) beta) for s segments of each half, d being 1 where
///          ceil(p/2) is odd, else 0; 2s rounds for p = 2.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const int p = comm.size();
  const TwoTrees trees(p);
  const TwoHalves parts(call.count, comm.size_of(call.type), options);
  const std::int64_t number = parts.segments.number;
  const MPI_Aint extent = comm.extent(call.type);
  const int u = (comm.rank() - call.root + p) % p;
  const auto place = [&](const Range& range) { return element(call.buffer, range.first, extent); };
  for (std::int64_t t = 0; t < trees.rounds(number); ++t) {
    const TwoTrees::Hop given = trees.out(u, t, number);
    const TwoTrees::Hop taken = trees.in(u, t, number);
    const Range out = parts.range(given);
    const Range in = parts.range(taken);
    const int to = (given.peer + call.root) % p;
    const int from = (taken.peer + call.root) % p;
    if (given.peer >= 0 && taken.peer >= 0)
      comm.sendrecv(place(out), out.count, to, place(in), in.count, from, call.type);
    else if (given.peer >= 0)
      comm.send(place(out), out.count, call.type, to);
    else if (taken.peer >= 0)
      comm.recv(place(in), in.count, call.type, from);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  return two_tree_cost(shape, options, false);
}

const Registration<Bcast> two_tree{
    {.name = "two_tree",
     .source = "Sanders, Speck and Traeff 2009",
     .assumes = "nothing",
     .formula = "(p > 2 ? 2*(r > 0 ? k + 1 : k) - odd : 2*(p - 1))*(alpha + n/2*beta)",
     .symbols = {two_tree_symbol()},
     .options = {two_tree_option()},
     .cost = cost,
     .exact = two_tree_is_exact},
    run};

}  // namespace
}  // namespace collsim
