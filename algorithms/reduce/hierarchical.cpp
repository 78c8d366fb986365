#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {
namespace {

Between between_nodes(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  return {Reduce::collective,
          {.processes = nodes.count(),
           .count = Blocks(shape.count, senders)[sender].count,
           .type_size = shape.type_size,
           .root = nodes.node_of(shape.root),
           .commutative = shape.commutative,
           .in_place = true}};
}

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = shape.count, .vector = shape.count, .taken = shape.count, .root_takes = true};
}

/// Hierarchical reduce: the ranks of a node combine their vectors, each sender reduces a slice to the root's node, the
/// root takes the whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: ranks that share a node follow each other, or the operator commutes.
class HierarchicalReduce final : public Hierarchical {
 public:
  HierarchicalReduce(Comm& comm, const Reduce& call, const Options& options)
      : Hierarchical(comm, options, {.take = Who::root, .root = call.root, .op = call.op}, call.type,
                     call.count, comm.node().size()),
        call_(call) {}

 private:
  void bring() override {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy(own, vector_of(node().place()), call_.count, type());
  }
  void call_between_nodes(Comm& representatives, int sender) override {
    const std::int64_t count = slice_of(sender).count;
    const int root = nodes().node_of(call_.root);
    if (node().number() == root)
      perform(representatives, Reduce{MPI_IN_PLACE, sum_of(sender), count, type(), call_.op, root});
    else
      perform(representatives, Reduce{sum_of(sender), nullptr, count, type(), call_.op, root});
  }
  void take_result() override {
    each_sender([&](int sender) {
      const auto [first, count] = slice_of(sender);
      comm().copy(sum_of(sender), beside(call_.recv, first), count, type(), holder_of_sum(sender));
    });
  }
  Range slice_of(int sender) const override { return Blocks(call_.count, senders())[sender]; }

  const Reduce& call_;
};

void run(Comm& comm, const Reduce& call, const Options& options) {
  HierarchicalReduce(comm, call, options).run();
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n*kappa", .taken = "n*kappa", .combines = true, .root_takes = true},
                          Reduce::collective, options, true);
}

const Registration<Reduce> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "ranks that share a node follow each other, or the operator commutes",
     .symbols = symbols_of_nodes(),
     .options = {inter_option("binomial", {Reduce::collective}), senders_option(), levels_option()},
     .knows_nodes = true,
     .composed = formula,
     .cost = cost_of_parts<between_nodes, on_node>,
     .exact = exact_of_parts<between_nodes>,
     .unsupported = unsupported_of<between_nodes>,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
