#include "algorithms/patterns/hierarchical_to_all.hpp"

namespace collsim {
namespace {

Between between_nodes(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  return {Bcast::collective,
          {.processes = nodes.count(),
           .count = Blocks(shape.count, senders)[sender].count,
           .type_size = shape.type_size,
           .root = nodes.node_of(shape.root)}};
}

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = shape.count, .taken = shape.processes > 1 ? shape.count : 0, .root_brings = true};
}

/// Hierarchical broadcast: the root brings the vector, each sender has a slice of it, all take the whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any root.
class HierarchicalBcast final : public HierarchicalToAll {
 public:
  HierarchicalBcast(Comm& comm, const Bcast& call, const Options& options)
      : HierarchicalToAll(comm, options, {.bring = Who::root, .root = call.root}, call.type, call.count),
        call_(call) {}

 private:
  Range slice(int sender) const { return Blocks(call_.count, senders())[sender]; }

  void bring() override { comm().copy(call_.buffer, shared_element(0), call_.count, type()); }
  void call_between_nodes(Comm& representatives, int sender) override {
    const auto [first, count] = slice(sender);
    perform(representatives, Bcast{shared_element(first), count, type(), nodes().node_of(call_.root)});
  }
  Held held(int sender) const override {
    const bool with_root = nodes().node_of(call_.root) == node().number();
    return {0, slice(sender), with_root ? call_.root : node().rank(sender)};
  }
  void take_part(int sender, const void* part, const Copy& copy) const override {
    const auto [first, count] = slice(sender);
    copy(part, beside(call_.buffer, first), count);
  }

  const Bcast& call_;
};

void run(Comm& comm, const Bcast& call, const Options& options) {
  HierarchicalBcast(comm, call, options).run();
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n*kappa", .taken = "(p*m > 1 ? n*kappa : 0)", .root_brings = true},
                          Bcast::collective, options, false);
}

const Registration<Bcast> hierarchical{{.name = "hierarchical",
                                        .source = "Parsons and Pai 2014",
                                        .assumes = "nothing",
                                        .symbols = symbols_of_nodes(),
                                        .options = options_with_result("binomial", {Bcast::collective}),
                                        .wrong = wrong_result,
                                        .knows_nodes = true,
                                        .composed = formula,
                                        .cost = cost_of_parts<between_nodes, on_node>,
                                        .exact = exact_of_parts<between_nodes>,
                                        .unsupported = unsupported_of<between_nodes, true>},
                                       run};

}  // namespace
}  // namespace collsim
