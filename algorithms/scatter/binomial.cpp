#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/subtree.hpp"

namespace collsim {
namespace {

/// The root sends the blocks of u = first..first + width - 1. Where these go on at the start of the vector,
/// it joins them elsewhere first.
void send_from_root(Comm& comm, const Scatter& call, int first, int width, int destination) {
  const int p = comm.size();
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](int rank) { return element(call.send, std::int64_t{rank} * call.count, extent); };
  const int begin = (call.root + first) % p;
  if (begin + width <= p) return comm.send(place(begin), width * call.count, call.type, destination);
  const Scratch joined = comm.scratch(width * call.count, call.type);
  const std::int64_t before = (p - begin) * call.count;
  comm.copy(place(begin), joined.data(), before, call.type);
  comm.copy(place(0), element(joined.data(), before, extent), width * call.count - before, call.type);
  comm.send(joined.data(), width * call.count, call.type, destination);
}

/// Binomial tree scatter, relabelled by rotation.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any root.
/// Cost:    ceil(lg p) alpha + (p-1)/p n beta + n/p kappa. Where the blocks of one message lie on both sides
///          of the root's, the root copies them as well.
void run(Comm& comm, const Scatter& call, const Options&) {
  const Subtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.recv(call.recv, call.count, call.type, tree.parent());
  const MPI_Aint extent = Comm::extent(call.type);
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : tree.width() * call.count, call.type);
  const auto held = [&](int block) {
    return element(scratch.data(), std::int64_t{block} * call.count, extent);
  };
  if (!tree.is_root()) comm.recv(held(0), tree.width() * call.count, call.type, tree.parent());
  for (int distance = tree.farthest(); distance > 0; distance /= 2) {
    const int width = tree.child_width(distance);
    if (tree.is_root())
      send_from_root(comm, call, distance, width, tree.child(distance));
    else
      comm.send(held(distance), width * call.count, call.type, tree.child(distance));
  }
  const void* own =
      tree.is_root() ? element(call.send, std::int64_t{call.root} * call.count, extent) : held(0);
  if (call.recv != MPI_IN_PLACE) comm.copy(own, call.recv, call.count, call.type);
}

/// In place the root copies nothing, but from 4 ranks on another inner rank does.
Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Gather::collective, "binomial").cost(shape, {});
  std::reverse(cost.begin(), cost.end());
  return cost;
}

const Registration<Scatter> binomial{{.name = "binomial",
                                      .source = "Thakur, Rabenseifner and Gropp 2005",
                                      .assumes = "nothing",
                                      .formula = "(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n/p*kappa",
                                      .cost = cost},
                                     run};

}  // namespace
}  // namespace collsim
