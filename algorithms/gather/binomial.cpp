#include "algorithms/algorithm.hpp"
#include "algorithms/subtree.hpp"

namespace collsim {
namespace {

/// The root receives the blocks of u = first..first + width - 1 into their places. Where these go on at the
/// start of the result, they arrive elsewhere first.
void receive_at_root(Comm& comm, const Gather& call, int first, int width, int source) {
  const int p = comm.size();
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](int rank) { return element(call.recv, std::int64_t{rank} * call.count, extent); };
  const int begin = (call.root + first) % p;
  if (begin + width <= p) return comm.recv(place(begin), width * call.count, call.type, source);
  const Scratch landing = comm.scratch(width * call.count, call.type);
  const std::int64_t before = (p - begin) * call.count;
  comm.recv(landing.data(), width * call.count, call.type, source);
  comm.copy(landing.data(), place(begin), before, call.type);
  comm.copy(element(landing.data(), before, extent), place(0), width * call.count - before, call.type);
}

/// Binomial tree gather, relabelled by rotation.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any root.
/// Cost:    n/p kappa + ceil(lg p) alpha + (p-1)/p n beta. Where the blocks of one message lie on both sides
///          of the root's, the root copies them as well.
void run(Comm& comm, const Gather& call, const Options&) {
  const Subtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.send(call.send, call.count, call.type, tree.parent());
  const MPI_Aint extent = Comm::extent(call.type);
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : tree.width() * call.count, call.type);
  const auto collected = [&](int block) {
    return element(scratch.data(), std::int64_t{block} * call.count, extent);
  };
  void* own =
      tree.is_root() ? element(call.recv, std::int64_t{call.root} * call.count, extent) : collected(0);
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, own, call.count, call.type);
  for (int distance = 1; distance <= tree.farthest(); distance *= 2) {
    const int width = tree.child_width(distance);
    if (tree.is_root())
      receive_at_root(comm, call, distance, width, tree.child(distance));
    else
      comm.recv(collected(distance), width * call.count, call.type, tree.child(distance));
  }
  if (!tree.is_root()) comm.send(collected(0), tree.width() * call.count, call.type, tree.parent());
}

/// In place the root copies nothing, but from 4 ranks on another inner rank does.
Cost cost(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const std::int64_t block = shape.bytes() / p;
  Cost cost{{.copied = shape.in_place && p < 4 ? 0 : block}};
  for (Stage stage : subtree_cost(shape)) {
    const int begin = shape.root + static_cast<int>(stage.peer.distance);
    const bool wraps = begin < p && begin * block + stage.bytes > shape.bytes();
    if (wraps) stage.copied = stage.bytes;
    cost.push_back(stage);
  }
  return cost;
}

const Registration<Gather> binomial{{.name = "binomial",
                                     .source = "Thakur, Rabenseifner and Gropp 2005",
                                     .assumes = "nothing",
                                     .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta",
                                     .cost = cost},
                                    run};

}  // namespace
}  // namespace collsim
