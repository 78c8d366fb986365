#include "algorithms/patterns/hierarchical_to_all.hpp"
#include "algorithms/patterns/node_sums.hpp"

namespace collsim {
namespace {

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = shape.count, .vector = shape.count, .taken = shape.count};
}

/// Hierarchical allreduce: the ranks of a node combine their vectors, each sender has a slice of the sum, all take the
/// whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: ranks that share a node follow each other, or the operator commutes.
class HierarchicalAllreduce final : public HierarchicalToAll {
 public:
  HierarchicalAllreduce(Comm& comm, const Allreduce& call, const Options& options)
      : HierarchicalToAll(comm, options, {.op = call.op}, call.type, call.count, comm.node().size()),
        call_(call) {}

 private:
  void bring() override {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy(own, vector_of(node().place()), call_.count, type());
  }
  void call_between_nodes(Comm& representatives, int sender) override {
    perform(representatives,
            Allreduce{MPI_IN_PLACE, sum_of(sender), slice_of(sender).count, type(), call_.op});
  }
  Held held(int sender) const override {
    return {place_of_sum(sender), slice_of(sender), holder_of_sum(sender)};
  }
  void take_part(int sender, const void* part, const Copy& copy) const override {
    const auto [first, count] = slice_of(sender);
    copy(part, beside(call_.recv, first), count);
  }
  Range slice_of(int sender) const override { return Blocks(call_.count, senders())[sender]; }

  const Allreduce& call_;
};

void run(Comm& comm, const Allreduce& call, const Options& options) {
  HierarchicalAllreduce(comm, call, options).run();
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n*kappa", .taken = "n*kappa", .combines = true}, Allreduce::collective,
                          options, true);
}

const Registration<Allreduce> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "ranks that share a node follow each other, or the operator commutes",
     .symbols = symbols_of_nodes(),
     .options = options_with_result("recursive_doubling", {Allreduce::collective}),
     .wrong = wrong_result,
     .knows_nodes = true,
     .composed = formula,
     .cost = cost_of_parts<sums_between, on_node>,
     .exact = exact_of_parts<sums_between>,
     .unsupported = unsupported_of<sums_between, true>,
     .same_bits = {.on_all_ranks = sums_agree, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
