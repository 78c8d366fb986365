#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {
namespace {

Between between_nodes(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  return {Allreduce::collective,
          {.processes = nodes.count(),
           .count = Blocks(shape.count, senders)[sender].count,
           .type_size = shape.type_size,
           .commutative = shape.commutative,
           .in_place = true}};
}

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = shape.count, .vector = shape.count, .taken = shape.count};
}

/// Hierarchical allreduce: the ranks of a node combine their vectors, each sender has a slice of the sum, all take the
/// whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; where ranks that share a node do not follow each other, that the operator commutes.
class Call final : public Hierarchical {
 public:
  Call(Comm& comm, const Allreduce& call, const Options& options)
      : Hierarchical(comm, options, {.op = call.op}, call.type, call.count * comm.node().size(), call.count),
        call_(call) {}

 private:
  void bring() override {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy(own, vector_of(node().place()), call_.count, type());
  }
  void between(Comm& representatives, int sender) override {
    perform(representatives,
            Allreduce{MPI_IN_PLACE, sum_of(sender), slice_of(sender).count, type(), call_.op});
  }
  void take() override {
    each_sender([&](int sender) {
      const auto [first, count] = slice_of(sender);
      comm().copy(sum_of(sender), beside(call_.recv, first), count, type(), holder_of_sum(sender));
    });
  }
  Range slice_of(int sender) const override { return Blocks(call_.count, senders())[sender]; }

  const Allreduce& call_;
};

void run(Comm& comm, const Allreduce& call, const Options& options) {
  Call(comm, call, options).run();
}

/// Ranks of a node take the same.
bool on_all_ranks(const Shape& shape, const Options& options) {
  const Nodes nodes = shape.nodes ? *shape.nodes : Nodes(shape.processes);
  const Nested& flat = nested(Allreduce::collective, options.text("inter"));
  return flat.about->same_bits.on_all_ranks(between_nodes(shape, nodes, 0, 1).shape, flat.options);
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n*kappa", .taken = "n*kappa", .combines = true}, Allreduce::collective,
                          options, true);
}

const Registration<Allreduce> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "nothing",
     .symbols = symbols_of_nodes(),
     .options = {inter_option("recursive_doubling", {Allreduce::collective}), senders_option()},
     .knows_nodes = true,
     .composed = formula,
     .cost = cost_of_parts<between_nodes, on_node>,
     .exact = exact_of_parts<between_nodes>,
     .unsupported = unsupported_of<between_nodes>,
     .same_bits = {.on_all_ranks = on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
