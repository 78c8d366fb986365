#include "algorithms/collective.hpp"

#include "algorithms/error.hpp"

namespace collsim {
namespace {

Part everyone(const Shape& shape, std::int64_t count, std::int64_t from = 0) {
  return {0, count, 0, shape.processes - 1, from};
}

Layout allreduce(const Shape& shape, int) {
  const std::int64_t n = shape.count;
  return {.send = shape.in_place ? 0 : n,
          .recv = n,
          .contributed = n,
          .place = shape.in_place ? 0 : -1,
          .result = {everyone(shape, n)}};
}

Layout reduce(const Shape& shape, int rank) {
  return rank == shape.root ? allreduce(shape, rank)
                            : Layout{.send = shape.count, .contributed = shape.count};
}

Layout bcast(const Shape& shape, int rank) {
  const std::int64_t n = shape.count;
  return {.recv = n,
          .contributed = rank == shape.root ? n : 0,
          .place = 0,
          .result = {{0, n, shape.root, shape.root, 0}}};
}

/// Block i of the receive buffer is what rank i contributes from `from` on.
std::vector<Part> one_of_each(const Shape& shape, std::int64_t from) {
  const std::int64_t block = shape.count / shape.processes;
  std::vector<Part> parts;
  for (int rank = 0; rank < shape.processes; ++rank) parts.push_back({rank * block, block, rank, rank, from});
  return parts;
}

Layout allgather(const Shape& shape, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  return {.send = shape.in_place ? 0 : block,
          .recv = shape.count,
          .contributed = block,
          .place = shape.in_place ? rank * block : -1,
          .result = one_of_each(shape, 0)};
}

Layout gather(const Shape& shape, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  return rank == shape.root ? allgather(shape, rank) : Layout{.send = block, .contributed = block};
}

Layout scatter(const Shape& shape, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  const bool is_root = rank == shape.root;
  Layout layout;
  if (is_root) layout.send = layout.contributed = shape.count;
  if (is_root && shape.in_place) return layout;
  layout.recv = block;
  layout.result = {{0, block, shape.root, shape.root, rank * block}};
  return layout;
}

Layout alltoall(const Shape& shape, int rank) {
  Layout layout = allreduce(shape, rank);
  layout.result = one_of_each(shape, rank * (shape.count / shape.processes));
  return layout;
}

Layout reduce_scatter_block(const Shape& shape, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  Layout layout = allreduce(shape, rank);
  if (!shape.in_place) layout.recv = block;
  layout.result = {everyone(shape, block, rank * block)};
  return layout;
}

Layout scan(const Shape& shape, int rank) {
  Layout layout = allreduce(shape, rank);
  layout.result[0].last = rank;
  return layout;
}

/// MPI leaves rank 0's receive buffer undefined; here it stays as it is.
Layout exscan(const Shape& shape, int rank) {
  Layout layout = allreduce(shape, rank);
  layout.result[0].last = rank - 1;
  if (rank == 0) layout.result.clear();
  return layout;
}

Layout barrier(const Shape&, int) {
  return {};
}

}  // namespace

std::vector<Collective>& detail::collectives() {
  using Size = Collective::Size;
  static std::vector<Collective> all = {
      {"allgather", Size::blocks, false, false, true, allgather},
      {"allreduce", Size::vector, false, true, true, allreduce},
      {"alltoall", Size::blocks, false, false, true, alltoall},
      {"barrier", Size::nothing, false, false, false, barrier},
      {"bcast", Size::vector, true, false, false, bcast},
      {"exscan", Size::vector, false, true, true, exscan},
      {"gather", Size::blocks, true, false, true, gather},
      {"reduce", Size::vector, true, true, true, reduce},
      {"reduce_scatter_block", Size::blocks, false, true, true, reduce_scatter_block},
      {"scan", Size::vector, false, true, true, scan},
      {"scatter", Size::blocks, true, false, true, scatter},
  };
  return all;
}

const Collective& collective(const std::string& name) {
  for (const Collective& known : detail::collectives())
    if (known.name == name) return known;
  throw Error("unknown collective '" + name + "'");
}

}  // namespace collsim
