#include "algorithms/patterns/node_parts.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/run_nested.hpp"

namespace collsim {
namespace {

/// What a lane gathers: the blocks of the ranks in one place of all nodes.
Between gather_on_lane(const Shape& shape, const Nodes& nodes, int, int) {
  return {Allgather::collective,
          {.processes = nodes.count(),
           .count = shape.count / shape.processes * nodes.count(),
           .type_size = shape.type_size}};
}
/// What a node gathers afterwards: all.
Between gather_on_node(const Shape& shape, const Nodes& nodes) {
  return {Allgather::collective,
          {.processes = nodes.largest(), .count = shape.count, .type_size = shape.type_size}};
}

/// Full-lane allgather: each rank gathers the blocks of the ranks in its place on all nodes (its lane), the ranks of a node
/// gather that, and turn the blocks into their places. All of it by messages.
///
/// Source:  Traeff and Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication", CLUSTER 2020,
///          doi:10.1109/CLUSTER49012.2020.00037.
/// Assumes: that all nodes have as many ranks; what its parts assume, by default nothing.
/// Cost:    that of its parts, one after the other, and n kappa.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const Nodes& nodes = comm.node().nodes();
  const std::int64_t of_lane = nodes.count() * call.count;
  const MPI_Aint extent = comm.extent(call.type);
  Comm lane(comm, comm.node().place());
  Comm neighbours = Comm::of_node(comm);
  const Scratch gathered = comm.scratch(of_lane, call.type);
  const Scratch all = comm.scratch(of_lane * neighbours.size(), call.type);
  const void* own = call.send == MPI_IN_PLACE ? block_of(comm, call, comm.rank()) : call.send;
  run_nested(lane, options.text("inter"), Allgather{own, gathered.data(), call.count, call.type});
  run_nested(neighbours, options.text("gather"), Allgather{gathered.data(), all.data(), of_lane, call.type});
  comm.copy_pieces(of_lane * neighbours.size(), call.type, -1, [&](const auto& copy) {
    for (int rank = 0; rank < comm.size(); ++rank) {
      const std::int64_t block = std::int64_t{nodes.place_of(rank)} * nodes.count() + nodes.node_of(rank);
      copy(element(all.data(), block * call.count, extent), block_of(comm, call, rank), call.count);
    }
  });
}

Cost cost(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  Cost cost = cost_between_nodes(shape, nodes, options.text("inter"), nodes->largest(), gather_on_lane);
  cost += cost_on_nodes(gather_on_node(shape, *nodes), options.text("gather"), nodes);
  cost.push_back({.copied = shape.bytes()});
  return cost;
}

bool exact(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  return is_exact(gather_on_lane(shape, *nodes, 0, 1), options.text("inter")) &&
         is_exact(gather_on_node(shape, *nodes), options.text("gather"));
}

std::string unsupported(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  if (!nodes->even()) return uneven_nodes;
  const std::string why = why_unsupported(gather_on_lane(shape, *nodes, 0, 1), options.text("inter"));
  if (!why.empty()) return "between nodes, " + why;
  const std::string why_not = why_unsupported(gather_on_node(shape, *nodes), options.text("gather"));
  return why_not.empty() ? "" : "on a node, " + why_not;
}

std::string formula(const Options& options) {
  return formula_between_nodes(Allgather::collective, options.text("inter"), "(n/m)", false) + " + " +
         formula_on_node(Allgather::collective, options.text("gather")) + " + n*kappa";
}

const Registration<Allgather> full_lane{{.name = "full_lane",
                                         .source = "Traeff and Hunold 2020",
                                         .assumes = "nothing",
                                         .symbols = symbols_on_nodes(),
                                         .options = {inter_option("ring", {Allgather::collective}),
                                                     on_node_option("gather", "ring", Allgather::collective)},
                                         .knows_nodes = true,
                                         .composed = formula,
                                         .cost = cost,
                                         .exact = exact,
                                         .unsupported = unsupported},
                                        run};

}  // namespace
}  // namespace collsim
