#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {
namespace {

Between between_nodes(const Shape&, const Nodes& nodes, int, int) {
  return {Barrier::collective, {.processes = nodes.count()}};
}

OnNode on_node(const Shape&, const Nodes&) {
  return {};
}

/// Hierarchical barrier: the flags say who has come and who may go.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing.
class HierarchicalBarrier final : public Hierarchical {
 public:
  HierarchicalBarrier(Comm& comm, const Options& options) : Hierarchical(comm, options, {}, MPI_BYTE, 0) {}

 private:
  void bring() override {}
  void call_between_nodes(Comm& representatives, int) override { perform(representatives, Barrier{}); }
  void take_result() override {}
};

void run(Comm& comm, const Barrier&, const Options& options) {
  HierarchicalBarrier(comm, options).run();
}

std::string formula(const Options& options) {
  return composed_formula({}, Barrier::collective, options, false);
}

const Registration<Barrier> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "nothing",
     .symbols = symbols_of_nodes(),
     .options = {inter_option("dissemination", {Barrier::collective}), levels_option()},
     .knows_nodes = true,
     .composed = formula,
     .cost = cost_of_parts<between_nodes, on_node>,
     .exact = exact_of_parts<between_nodes>,
     .unsupported = unsupported_of<between_nodes>},
    run};

}  // namespace
}  // namespace collsim
