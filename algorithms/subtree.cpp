#include "algorithms/subtree.hpp"

namespace collsim {

void scatter_tree(Comm& comm, void* vector, const Blocks& blocks, MPI_Datatype type, int root) {
  const Subtree tree(comm.rank(), comm.size(), root);
  const MPI_Aint extent = Comm::extent(type);
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
  Stage stage{.peer = {Peer::Kind::subtree, distance}};
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
