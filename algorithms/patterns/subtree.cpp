#include "algorithms/patterns/subtree.hpp"

#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// To whom a rank sends in the round of a distance.
Rounds::Receiver along_edges(const Shape& shape, int distance, bool down) {
  return [distance, down, p = shape.processes, root = shape.root](int rank) {
    const int u = (rank - root + p) % p;
    if (down) return u % (2 * distance) == 0 && u + distance < p ? (rank + distance) % p : -1;
    return u % (2 * distance) == distance ? (rank - distance + p) % p : -1;
  };
}

}  // namespace

std::vector<std::int64_t> add_up(Comm& comm, const Subtree& tree, std::int64_t own) {
  std::vector<std::int64_t> sums;
  std::int64_t all = own;
  for (int distance = 1; distance <= tree.farthest(); distance *= 2) {
    comm.recv(&sums.emplace_back(), 1, mpi_int64, tree.child(distance));
    all += sums.back();
  }
  sums.push_back(all);
  if (!tree.is_root()) comm.send(&all, 1, mpi_int64, tree.parent());
  return sums;
}

std::vector<std::int64_t> equal_sums(const Subtree& tree, std::int64_t own) {
  std::vector<std::int64_t> sums;
  for (int distance = 1; distance <= tree.farthest(); distance *= 2)
    sums.push_back(tree.child_width(distance) * own);
  sums.push_back(tree.width() * own);
  return sums;
}

void add_up_rounds(Rounds& rounds, const Shape& shape) {
  for (int distance = 1; distance < shape.processes; distance *= 2)
    rounds.send(along_edges(shape, distance, false), [](int) { return std::int64_t{sizeof(std::int64_t)}; });
}

void subtree_round(Rounds& rounds, const Shape& shape, int distance, bool down) {
  const int p = shape.processes;
  const CyclicSums sums(blocks(shape));
  rounds.send(along_edges(shape, distance, down), [&](int rank) {
    const int child = (rank - shape.root + p) % p + (down ? distance : 0);
    const int first = shape.root + child;
    return (sums[first + std::min(distance, p - child)] - sums[first]) * shape.type_size;
  });
}

void scatter_tree(Comm& comm, void* vector, const Blocks& blocks, Datatype type, int root) {
  const Subtree tree(comm.rank(), comm.size(), root);
  const Aint extent = comm.extent(type);
  const auto part = [&](int first, int width) { return blocks.range(first, first + width); };
  const Range own = part(tree.u(), tree.width());
  if (!tree.is_root()) comm.recv(element(vector, own.first, extent), own.count, type, tree.parent());
  for (int distance = tree.farthest(); distance > 0; distance /= 2) {
    const Range given = part(tree.u() + distance, tree.child_width(distance));
    comm.send(element(vector, given.first, extent), given.count, type, tree.child(distance));
  }
}

Stage subtree_stage(const Shape& shape, int distance) {
  const int p = shape.processes;
  const Blocks blocks(shape.count, p);
  Stage stage{.pairs = pairs::subtree(distance)};
  for (int child = distance; child < p; child += 2 * distance) {
    const std::int64_t bytes = blocks.range(child, std::min(child + distance, p)).count * shape.type_size;
    if (child == distance) stage.bytes = bytes;
    stage.volume += bytes;
    ++stage.messages;
  }
  return stage;
}

Cost subtree_cost(const Shape& shape) {
  Cost cost;
  for (int distance = 1; distance < shape.processes; distance *= 2)
    cost.push_back(subtree_stage(shape, distance));
  return cost;
}

}  // namespace collsim
