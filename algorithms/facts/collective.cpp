#include "algorithms/facts/collective.hpp"

#include <algorithm>

#include "support/error.hpp"

namespace collsim {
namespace {

Part everyone(const Shape& shape, std::int64_t count, std::int64_t from = 0) {
  return {0, count, 0, shape.processes - 1, from};
}

Layout allreduce(const Shape& shape, const Places&, int) {
  const std::int64_t n = shape.count;
  return {.send = shape.in_place ? 0 : n,
          .recv = n,
          .contributed = n,
          .place = shape.in_place ? 0 : -1,
          .result = {everyone(shape, n)}};
}

Layout reduce(const Shape& shape, const Places& blocks, int rank) {
  return rank == shape.root ? allreduce(shape, blocks, rank)
                            : Layout{.send = shape.count, .contributed = shape.count};
}

Layout bcast(const Shape& shape, const Places&, int rank) {
  const std::int64_t n = shape.count;
  return {.recv = n,
          .contributed = rank == shape.root ? n : 0,
          .place = 0,
          .result = {{0, n, shape.root, shape.root, 0}}};
}

/// Block i of the receive buffer is what rank i contributes from `from` on. In one part: each rank of a simulation has
/// such a list.
Part one_of_each(const Shape& shape, std::int64_t from) {
  return {0, shape.count / shape.processes, 0, 0, from, shape.processes};
}

Layout allgather(const Shape& shape, const Places&, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  return {.send = shape.in_place ? 0 : block,
          .recv = shape.count,
          .contributed = block,
          .place = shape.in_place ? rank * block : -1,
          .result = {one_of_each(shape, 0)}};
}

Layout gather(const Shape& shape, const Places& blocks, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  return rank == shape.root ? allgather(shape, blocks, rank) : Layout{.send = block, .contributed = block};
}

Layout scatter(const Shape& shape, const Places&, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  const bool is_root = rank == shape.root;
  Layout layout;
  if (is_root) layout.send = layout.contributed = shape.count;
  if (is_root && shape.in_place) return layout;
  layout.recv = block;
  layout.result = {{0, block, shape.root, shape.root, rank * block}};
  return layout;
}

Layout alltoall(const Shape& shape, const Places& blocks, int rank) {
  Layout layout = allreduce(shape, blocks, rank);
  layout.result = {one_of_each(shape, rank * (shape.count / shape.processes))};
  return layout;
}

Layout reduce_scatter_block(const Shape& shape, const Places& blocks, int rank) {
  const std::int64_t block = shape.count / shape.processes;
  Layout layout = allreduce(shape, blocks, rank);
  if (!shape.in_place) layout.recv = block;
  layout.result = {everyone(shape, block, rank * block)};
  return layout;
}

Layout scan(const Shape& shape, const Places& blocks, int rank) {
  Layout layout = allreduce(shape, blocks, rank);
  layout.result[0].last = rank;
  return layout;
}

/// MPI leaves rank 0's receive buffer undefined; here it stays as it is.
Layout exscan(const Shape& shape, const Places& blocks, int rank) {
  Layout layout = allreduce(shape, blocks, rank);
  layout.result[0].last = rank - 1;
  if (rank == 0) layout.result.clear();
  return layout;
}

Layout allgatherv(const Shape& shape, const Places& blocks, int rank) {
  const Range own = blocks[static_cast<std::size_t>(rank)];
  return {.send = shape.in_place ? 0 : own.count,
          .recv = blocks.extent(),
          .contributed = own.count,
          .place = shape.in_place ? own.first : -1,
          .of_each = blocks};
}

Layout gatherv(const Shape& shape, const Places& blocks, int rank) {
  const std::int64_t own = blocks[static_cast<std::size_t>(rank)].count;
  return rank == shape.root ? allgatherv(shape, blocks, rank) : Layout{.send = own, .contributed = own};
}

Layout scatterv(const Shape& shape, const Places& blocks, int rank) {
  const Range own = blocks[static_cast<std::size_t>(rank)];
  const bool is_root = rank == shape.root;
  Layout layout;
  if (is_root) layout.send = layout.contributed = blocks.extent();
  if (is_root && shape.in_place) return layout;
  layout.recv = own.count;
  layout.result = {{0, own.count, shape.root, shape.root, own.first}};
  return layout;
}

Layout alltoallv(const Shape& shape, const Places& blocks, int) {
  const std::int64_t n = blocks.extent();
  return {.send = shape.in_place ? 0 : n,
          .recv = n,
          .contributed = n,
          .place = shape.in_place ? 0 : -1,
          .of_each = blocks,
          .as_placed = true};
}

Layout reduce_scatter(const Shape& shape, const Places& blocks, int rank) {
  const Range own = blocks[static_cast<std::size_t>(rank)];
  Layout layout = allreduce(shape, blocks, rank);
  if (!shape.in_place) layout.recv = own.count;
  layout.result = {everyone(shape, own.count, own.first)};
  return layout;
}

Layout barrier(const Shape&, const Places&, int) {
  return {};
}

}  // namespace

std::vector<Collective>& detail::collectives() {
  using Size = Collective::Size;
  static std::vector<Collective> all = {
      {"allgather", Size::blocks, false, false, true, allgather},
      {"allgatherv", Size::varied, false, false, true, allgatherv, true},
      {"allreduce", Size::vector, false, true, true, allreduce},
      {"alltoall", Size::blocks, false, false, true, alltoall},
      {"alltoallv", Size::varied, false, false, true, alltoallv, true, true},
      {"barrier", Size::nothing, false, false, false, barrier},
      {"bcast", Size::vector, true, false, false, bcast},
      {"exscan", Size::vector, false, true, true, exscan},
      {"gather", Size::blocks, true, false, true, gather},
      {"gatherv", Size::varied, true, false, true, gatherv, true},
      {"reduce", Size::vector, true, true, true, reduce},
      {"reduce_scatter", Size::varied, false, true, true, reduce_scatter},
      {"reduce_scatter_block", Size::blocks, false, true, true, reduce_scatter_block},
      {"scan", Size::vector, false, true, true, scan},
      {"scatter", Size::blocks, true, false, true, scatter},
      {"scatterv", Size::varied, true, false, true, scatterv, true},
  };
  return all;
}

std::vector<Part> blocks_of_result(const Layout& layout) {
  std::vector<Part> all;
  for (const Part& part : layout.result)
    for (int i = 0; i < part.blocks; ++i)
      all.push_back({part.at + i * part.count, part.count, part.first + i, part.last + i, part.from});
  int rank = 0;
  for (const Range& block : layout.of_each) {
    all.push_back({block.first, block.count, rank, rank, layout.as_placed ? block.first : 0});
    ++rank;
  }
  return all;
}

Places blocks(const Shape& shape) {
  if (shape.counts.empty()) return places(Blocks(shape.count, shape.processes), shape.processes);
  if (shape.displacements.empty()) return places(shape.counts);
  return places(shape.counts, shape.displacements);
}

Places Collective::exchanged(const Places& all, int rank) const {
  return rotates ? slice(all, rank, static_cast<int>(all.size())) : all;
}

const Collective& collective(const std::string& name) {
  for (const Collective& known : detail::collectives())
    if (known.name == name) return known;
  std::vector<std::string> names;
  for (const Collective& known : detail::collectives()) names.push_back(known.name);
  throw Error("unknown collective '" + name + "'" + suggestion(name, names));
}

}  // namespace collsim
