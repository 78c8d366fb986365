#include <tuple>

#include "algorithms/facts/distribution.hpp"
#include "algorithms/patterns/node_slices.hpp"
#include "algorithms/patterns/node_sums.hpp"
#include "algorithms/patterns/run_nested.hpp"

namespace collsim {
namespace {

/// The parts on a node, whose ranks each have a block of the vector: before the part between nodes, and after it.
Between scatter_on_node(const Shape& shape, int ranks) {
  return {ReduceScatter::collective,
          {.processes = ranks,
           .count = shape.count,
           .type_size = shape.type_size,
           .commutative = shape.commutative,
           .counts = distribute("regular", shape.count, ranks)}};
}
Between gather_on_node(const Shape& shape, int ranks) {
  Between part = scatter_on_node(shape, ranks);
  part.collective = Allgatherv::collective;
  return part;
}

/// Full-lane allreduce: the ranks of a node share out the combining of their vectors, each goes on with its block among
/// the ranks in its place on all nodes (its lane), and all gather the blocks on their node. All of it by messages.
///
/// Source:  Traeff and Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication", CLUSTER 2020,
///          doi:10.1109/CLUSTER49012.2020.00037.
/// Assumes: that all nodes have as many ranks; what its parts assume, by default that the operator commutes.
/// Cost:    that of its parts, one after the other.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  Comm neighbours = Comm::of_node(comm);
  Comm lane(comm, comm.node().place());
  const Places blocks = places(distribute("regular", call.count, neighbours.size()));
  const std::int64_t count = blocks[static_cast<std::size_t>(neighbours.rank())].count;
  const Scratch block = comm.scratch(count, call.type);
  const void* own = call.send == MPI_IN_PLACE ? call.recv : call.send;
  run_nested(neighbours, options.text("scatter"),
             ReduceScatter{own, block.data(), blocks, call.type, call.op});
  run_nested(lane, options.text("inter"), Allreduce{MPI_IN_PLACE, block.data(), count, call.type, call.op});
  run_nested(neighbours, options.text("gather"), Allgatherv{block.data(), call.recv, blocks, call.type});
}

Cost cost(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  const int ranks = nodes->largest();
  Cost cost = cost_on_nodes(scatter_on_node(shape, ranks), options.text("scatter"), nodes);
  cost += cost_between_nodes(shape, nodes, options.text("inter"), ranks, sums_between);
  cost += cost_on_nodes(gather_on_node(shape, ranks), options.text("gather"), nodes);
  return cost;
}

bool exact(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  const int ranks = nodes->largest();
  return shape.count % ranks == 0 && is_exact(scatter_on_node(shape, ranks), options.text("scatter")) &&
         is_exact(sums_between(shape, *nodes, 0, ranks), options.text("inter")) &&
         is_exact(gather_on_node(shape, ranks), options.text("gather"));
}

std::string unsupported(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  if (!nodes->even()) return uneven_nodes;
  if (!shape.commutative && !nodes->in_order()) return order_is_lost;
  const int ranks = nodes->largest();
  for (const auto& [part, option, where] :
       {std::tuple(scatter_on_node(shape, ranks), "scatter", "on a node, "),
        {sums_between(shape, *nodes, 0, ranks), "inter", "between nodes, "},
        {gather_on_node(shape, ranks), "gather", "on a node, "}})
    if (const std::string why = why_unsupported(part, options.text(option)); !why.empty()) return where + why;
  return {};
}

std::string formula(const Options& options) {
  return formula_on_node(ReduceScatter::collective, options.text("scatter")) + " + " +
         formula_between_nodes(Allreduce::collective, options.text("inter"), "(n/m)", true) + " + " +
         formula_on_node(Allgatherv::collective, options.text("gather"));
}

const Registration<Allreduce> full_lane{
    {.name = "full_lane",
     .source = "Traeff and Hunold 2020",
     .assumes = "commutative operator",
     .symbols = symbols_on_nodes(),
     .options = {on_node_option("scatter", "pairwise", ReduceScatter::collective),
                 inter_option("rabenseifner", {Allreduce::collective}),
                 on_node_option("gather", "ring", Allgatherv::collective)},
     .knows_nodes = true,
     .composed = formula,
     .cost = cost,
     .exact = exact,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = sums_agree, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
