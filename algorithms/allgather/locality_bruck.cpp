#include <algorithm>

#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/node_slices.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/run_nested.hpp"

namespace collsim {
namespace {

/// What nodes get from others, each in a step for itself and all alike: nodes are counted from the one that gets.
class Steps {
 public:
  explicit Steps(const Nodes& nodes) : nodes_(nodes.count()), ranks_(nodes.largest()) {}

  /// Calls visit(width) for each step, before which every node has the blocks of `width` nodes, its own first.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::int64_t width = 1; width < nodes_; width *= std::max(2, ranks_)) visit(width);
  }
  /// The nodes whose blocks the rank in that place gets in a step. The first rank of several has its part already.
  Range part(int place, std::int64_t width) const {
    if (place == 0 && ranks_ > 1) return {0, 0};
    const std::int64_t first = width * std::max(1, place);
    return {first, std::clamp<std::int64_t>(nodes_ - first, 0, width)};
  }
  /// The gathering on a node that ends a step, or that comes before all, of so many elements for each node.
  Between gather_on_node(std::int64_t width, std::int64_t elements, std::int64_t type_size) const {
    Shape shape{.processes = ranks_, .type_size = type_size, .in_place = true};
    for (int place = 0; place < ranks_; ++place) {
      shape.counts.push_back(mpi_count(part(place, width).count * elements));
      shape.displacements.push_back(part(place, width).first * elements);
      shape.count += shape.counts.back();
    }
    return {Allgatherv::collective, shape};
  }

 private:
  std::int64_t nodes_;
  int ranks_;
};

/// The gathering on a node before all steps.
Between gather_of_own(const Nodes& nodes, std::int64_t block, std::int64_t type_size) {
  const std::int64_t count = block * nodes.largest();
  return {Allgatherv::collective,
          {.processes = nodes.largest(),
           .count = count,
           .type_size = type_size,
           .counts = std::vector(static_cast<std::size_t>(nodes.largest()), mpi_count(block))}};
}

/// Locality-aware Bruck: the ranks of a node gather their blocks; then, in every step, each gets what another node has
/// so far and all gather that on their node, so that a node has m times as much after each message of its m ranks.
///
/// Source:  Bienz, Gautam and Kharel, EuroMPI 2022, arXiv:2206.03564.
/// Assumes: that all nodes have as many ranks; one rank per node: Bruck's algorithm.
/// Cost:    ceil(log_m N) messages of a rank between N nodes of m ranks, the gathering on the node before and after each,
///          and n kappa at the end for turning the blocks into their places.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const Nodes& nodes = comm.node().nodes();
  const int node = comm.node().number(), place = comm.node().place(), others = nodes.count();
  const std::int64_t of_node = nodes.largest() * call.count;
  const MPI_Aint extent = comm.extent(call.type);
  Comm neighbours = Comm::of_node(comm);
  Comm lane(comm, place);
  const Scratch collected = comm.scratch(others * of_node, call.type);
  const auto from_node = [&](std::int64_t number) {
    return element(collected.data(), number * of_node, extent);
  };
  const void* own = call.send == MPI_IN_PLACE ? block_of(comm, call, comm.rank()) : call.send;
  const Steps steps(nodes);
  const std::string& on_node = options.text("intra");

  const Shape first = gather_of_own(nodes, call.count, 1).shape;
  run_nested(neighbours, on_node, Allgatherv{own, collected.data(), blocks(first), call.type});
  steps.each([&](std::int64_t width) {
    const auto [begin, count] = steps.part(place, width);
    const int distance = static_cast<int>(begin);
    if (count > 0)
      lane.sendrecv(collected.data(), count * of_node, (node - distance + others) % others, from_node(begin),
                    count * of_node, (node + distance) % others, call.type);
    const Shape gained = steps.gather_on_node(width, of_node, 1).shape;
    run_nested(neighbours, on_node, Allgatherv{MPI_IN_PLACE, collected.data(), blocks(gained), call.type});
  });
  comm.copy_pieces(others * of_node, call.type, -1, [&](const auto& copy) {
    for (int number = 0; number < others; ++number)
      for (int at = 0; at < nodes.largest(); ++at)
        copy(element(from_node(number), at * call.count, extent),
             block_of(comm, call, nodes.rank((node + number) % others, at)), call.count);
  });
}

/// The messages of a step.
Stage exchange(const Steps& steps, std::int64_t width, const std::shared_ptr<const Nodes>& nodes,
               std::int64_t bytes_of_node) {
  Stage stage;
  for (int place = 0; place < nodes->largest(); ++place) {
    const std::int64_t bytes = steps.part(place, width).count * bytes_of_node;
    if (steps.part(place, width).count == 0) continue;
    stage.messages += nodes->count();
    stage.volume += nodes->count() * bytes;
    stage.bytes = std::max(stage.bytes, bytes);
  }
  stage.pairs = pairs::to([steps, width, nodes](int rank) {
    const auto [first, count] = steps.part(nodes->place_of(rank), width);
    const std::int64_t node = nodes->node_of(rank) - first + nodes->count();
    return count > 0 ? nodes->rank(static_cast<int>(node % nodes->count()), nodes->place_of(rank)) : -1;
  });
  return stage;
}

Cost cost(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  const Steps steps(*nodes);
  const std::int64_t block = shape.count / shape.processes;
  const std::int64_t of_node = block * nodes->largest();
  Cost cost = cost_on_nodes(gather_of_own(*nodes, block, shape.type_size), options.text("intra"), nodes);
  steps.each([&](std::int64_t width) {
    cost.push_back(exchange(steps, width, nodes, of_node * shape.type_size));
    cost +=
        cost_on_nodes(steps.gather_on_node(width, of_node, shape.type_size), options.text("intra"), nodes);
  });
  cost.push_back({.copied = shape.bytes()});
  return cost;
}

/// With several ranks a node some wait for others that have had more to do.
bool exact(const Shape& shape, const Options&) {
  return nodes_of(shape)->largest() == 1;
}

std::string unsupported(const Shape& shape, const Options& options) {
  const auto nodes = nodes_of(shape);
  if (!nodes->even()) return uneven_nodes;
  const std::string why = why_unsupported(
      gather_of_own(*nodes, shape.count / shape.processes, shape.type_size), options.text("intra"));
  return why.empty() ? "" : "on a node, " + why;
}

const Registration<Allgather> locality_bruck{
    {.name = "locality_bruck",
     .source = "Bienz, Gautam and Kharel 2022",
     .assumes = "nothing",
     .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n*kappa",
     .symbols = {{"m", [](int) { return 1.0; }, "ranks of a node: 1 in the formula"}},
     .options = {on_node_option("intra", "bruck", Allgatherv::collective)},
     .knows_nodes = true,
     .cost = cost,
     .exact = exact,
     .unsupported = unsupported},
    run};

}  // namespace
}  // namespace collsim
