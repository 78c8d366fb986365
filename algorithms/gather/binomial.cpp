#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/at_root.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/places.hpp"
#include "algorithms/patterns/subtree.hpp"

namespace collsim {
namespace {

std::vector<std::int64_t> subtree_sums(Comm&, const Gather& call, const Subtree& tree) {
  return equal_sums(tree, call.count);
}
std::vector<std::int64_t> subtree_sums(Comm& comm, const Gatherv& call, const Subtree& tree) {
  return add_up(comm, tree, call.count);
}

/// Binomial tree gather, relabelled by rotation.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521; that the ranks
///          add up their sizes first: Traeff, arXiv:1702.05967.
/// Assumes: nothing; any p, any root, any block sizes; empty messages are sent.
/// Cost:    n/p kappa + ceil(lg p) alpha + (p-1)/p n beta; gatherv: ceil(lg p)(alpha + 8 beta) more, in which
///          each rank learns how much its subtree has. Where the blocks of one message do not follow one
///          another in the result (in gather: lie on both sides of the root's), the root copies them as well.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const Subtree tree(comm.rank(), comm.size(), call.root);
  const std::vector<std::int64_t> sums = subtree_sums(comm, call, tree);
  if (tree.is_leaf()) return comm.send(call.send, call.count, call.type, tree.parent());
  const Places places = tree.is_root() ? received(call, comm.size()) : Places{};
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : sums.back(), call.type);
  const MPI_Aint extent = comm.extent(call.type);
  if (tree.is_root())
    place_own_block(comm, call, places[call.root]);
  else
    comm.copy(call.send, scratch.data(), call.count, call.type);
  std::int64_t end = call.count;
  auto sum = sums.begin();
  for (int distance = 1; distance <= tree.farthest(); distance *= 2, end += *sum++) {
    const int child = tree.child(distance);
    if (tree.is_root())
      receive_at_root(comm, call, slice(places, child, tree.child_width(distance)), child);
    else
      comm.recv(element(scratch.data(), end, extent), *sum, call.type, child);
  }
  if (!tree.is_root()) comm.send(scratch.data(), sums.back(), call.type, tree.parent());
}

/// In place the root copies nothing, but from 4 ranks on another inner rank does.
template <bool adds_up>
Rounds rounds(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  Rounds rounds(p);
  if (adds_up) add_up_rounds(rounds, shape);
  rounds.copy([&](int rank) {
    const Subtree tree(rank, p, shape.root);
    const bool copies = tree.is_root() ? !shape.in_place : !tree.is_leaf();
    return copies ? all[rank].count * shape.type_size : 0;
  });
  for (int distance = 1; distance < p; distance *= 2) {
    subtree_round(rounds, shape, distance, false);
    const Places part = slice(all, shape.root + distance, std::min(distance, p - distance));
    if (part.in_sequence()) continue;
    rounds.copy([&](int rank) { return rank == shape.root ? part.total() * shape.type_size : 0; });
  }
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

const Registration<Gather> binomial{about<false>("n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta"),
                                    run};
const Registration<Gatherv> binomial_v{
    about<true>("n/p*kappa + (r > 0 ? k + 1 : k)*(2*alpha + 8*beta) + (p - 1)/p*n*beta"), run};

}  // namespace
}  // namespace collsim
