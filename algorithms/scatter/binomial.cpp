#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/at_root.hpp"
#include "algorithms/patterns/places.hpp"
#include "algorithms/patterns/subtree.hpp"

namespace collsim {
namespace {

std::vector<std::int64_t> subtree_sums(Comm&, const Scatter& call, const Subtree& tree) {
  return equal_sums(tree, call.count);
}
std::vector<std::int64_t> subtree_sums(Comm& comm, const Scatterv& call, const Subtree& tree) {
  return add_up(comm, tree, call.count);
}

/// Binomial tree scatter, relabelled by rotation.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521; that the ranks
///          add up their sizes first: Traeff, arXiv:1702.05967.
/// Assumes: nothing; any p, any root, any block sizes; empty messages are sent.
/// Cost:    ceil(lg p) alpha + (p-1)/p n beta + n/p kappa; scatterv: ceil(lg p)(alpha + 8 beta) more, in
///          which each rank learns how much its subtree gets. Where the blocks of one message do not follow
///          one another in the vector (in scatter: lie on both sides of the root's), the root copies them as
///          well.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const Subtree tree(comm.rank(), comm.size(), call.root);
  const std::vector<std::int64_t> sums = subtree_sums(comm, call, tree);
  if (tree.is_leaf()) return comm.recv(call.recv, call.count, call.type, tree.parent());
  const Places places = tree.is_root() ? sent(call, comm.size()) : Places{};
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : sums.back(), call.type);
  const MPI_Aint extent = comm.extent(call.type);
  if (!tree.is_root()) comm.recv(scratch.data(), sums.back(), call.type, tree.parent());
  std::int64_t end = sums.back();
  auto sum = sums.end() - 1;
  for (int distance = tree.farthest(); distance > 0; distance /= 2) {
    const int child = tree.child(distance);
    end -= *--sum;
    if (tree.is_root())
      send_from_root(comm, call, slice(places, child, tree.child_width(distance)), child);
    else
      comm.send(element(scratch.data(), end, extent), *sum, call.type, child);
  }
  if (!tree.is_root()) return comm.copy(scratch.data(), call.recv, call.count, call.type);
  const Range& own = places[call.root];
  if (call.recv != MPI_IN_PLACE)
    comm.copy(element(call.send, own.first, extent), call.recv, own.count, call.type);
}

/// In place the root copies nothing, but from 4 ranks on another inner rank does.
template <bool adds_up>
Rounds rounds(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  Rounds rounds(p);
  if (adds_up) add_up_rounds(rounds, shape);
  const int farthest = Subtree(shape.root, p, shape.root).farthest();
  for (int distance = farthest; distance > 0; distance /= 2) {
    const Places part = slice(all, shape.root + distance, std::min(distance, p - distance));
    if (!part.in_sequence())
      rounds.copy([&](int rank) { return rank == shape.root ? part.total() * shape.type_size : 0; });
    subtree_round(rounds, shape, distance, true);
  }
  rounds.copy([&](int rank) {
    const Subtree tree(rank, p, shape.root);
    const bool copies = tree.is_root() ? !shape.in_place : !tree.is_leaf();
    return copies ? all[rank].count * shape.type_size : 0;
  });
  return rounds;
}

template <bool adds_up>
Description about(const std::string& formula) {
  return {.name = "binomial",
          .source = "Thakur, Rabenseifner and Gropp 2005",
          .assumes = "nothing",
          .formula = formula,
          .reads_messages = adds_up,
          .cost = cost_of<rounds<adds_up>>,
          .exact = exact_of<rounds<adds_up>>};
}

const Registration<Scatter> binomial{about<false>("(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n/p*kappa"),
                                     run};
const Registration<Scatterv> binomial_v{
    about<true>("(r > 0 ? k + 1 : k)*(2*alpha + 8*beta) + (p - 1)/p*n*beta + n/p*kappa"), run};

}  // namespace
}  // namespace collsim
