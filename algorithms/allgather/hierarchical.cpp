#include <utility>

#include "algorithms/patterns/hierarchical_to_all.hpp"
#include "algorithms/patterns/node_slices.hpp"

namespace collsim {
namespace {

constexpr BetweenOf between_nodes = sliced_between<Allgather, Allgatherv>;

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = blocks(shape).most(), .taken = shape.count};
}

/// Hierarchical allgather: the ranks of a node bring their blocks, each sender gathers its slice of all blocks, all take
/// the whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any counts.
class HierarchicalAllgather final : public HierarchicalToAll {
 public:
  /// `send`: null where the block lies in place.
  HierarchicalAllgather(Comm& comm, const Options& options, const void* send, void* recv, MPI_Datatype type,
                        const NodeSlices& slices)
      : HierarchicalToAll(comm, options, {}, type, slices.elements()),
        send_(send),
        recv_(recv),
        slices_(slices) {}

 private:
  const void* own() const {
    const std::int64_t first = slices_.blocks()[static_cast<std::size_t>(comm().rank())].first;
    return send_ ? send_ : beside(recv_, first);
  }

  void bring() override {
    const int rank = comm().rank();
    const Range block = slices_.blocks()[static_cast<std::size_t>(rank)];
    comm().copy_pieces(block.count, type(), -1, [&](const auto& copy) {
      for (int sender = 0; sender < senders(); ++sender) {
        const Range slice = slices_.in_block(sender, rank);
        copy(beside(own(), slice.first - block.first),
             shared_element(slices_.first(sender, nodes().position_of(rank))), slice.count);
      }
    });
  }

  void call_between_nodes(Comm& representatives, int sender) override {
    const Range all = slices_.of_sender(sender);
    if (slices_.blocks().equal() && nodes().even())
      return perform(representatives,
                     Allgather{MPI_IN_PLACE, shared_element(all.first), all.count / nodes().count(), type()});
    perform(representatives,
            Allgatherv{MPI_IN_PLACE, shared_element(all.first), slices_.by_node(sender), type()});
  }

  Held held(int sender) const override {
    const Range all = slices_.of_sender(sender);
    return {0, all, node().rank(sender)};
  }
  void take_part(int sender, const void* part, const Copy& copy) const override {
    const std::int64_t begin = slices_.of_sender(sender).first;
    slices_.each(sender, [&](const Range& in_buffer, std::int64_t in_segment) {
      copy(beside(part, in_segment - begin), beside(recv_, in_buffer.first), in_buffer.count);
    });
  }

  const void* send_;
  void* recv_;
  const NodeSlices& slices_;
};

template <class Gather>
void run(Comm& comm, const Gather& call, const Options& options, Places blocks) {
  const NodeSlices slices(comm.node().shared_nodes(), std::move(blocks),
                          static_cast<int>(options.integer("senders")));
  HierarchicalAllgather(comm, options, call.send == MPI_IN_PLACE ? nullptr : call.send, call.recv, call.type,
                        slices)
      .run();
}

void run_equal(Comm& comm, const Allgather& call, const Options& options) {
  run(comm, call, options, Places(call.count, comm.size()));
}
void run_varied(Comm& comm, const Allgatherv& call, const Options& options) {
  run(comm, call, options, call.blocks);
}

std::string unsupported(const Shape& shape, const Options& options) {
  if (result_of(options) != "copy" && (senders_of(options) > 1 || !nodes_of(shape)->in_order()))
    return "a result that stays in the node's memory needs one sender, and ranks of a node that follow each "
           "other";
  return hierarchical_unsupported(shape, options, between_nodes, true);
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n/(p*m)*kappa", .taken = "n*kappa"}, Allgather::collective, options,
                          true);
}

/// `wrong`: of the options. `exact`: where the cost is.
Description about(std::vector<OptionSpec> options, std::string (*wrong)(const Options&),
                  bool (*exact)(const Shape&, const Options&)) {
  return {.name = "hierarchical",
          .source = "Parsons and Pai 2014",
          .assumes = "nothing",
          .symbols = symbols_of_nodes(),
          .options = std::move(options),
          .wrong = wrong,
          .knows_nodes = true,
          .composed = formula,
          .cost = cost_of_parts<between_nodes, on_node>,
          .exact = exact,
          .unsupported = unsupported};
}

const std::vector<std::string> parts = {Allgather::collective, Allgatherv::collective};
const Registration<Allgather> hierarchical{
    about(options_with_result("ring", parts), wrong_result, exact_of_parts<between_nodes>), run_equal};
const Registration<Allgatherv> hierarchical_v{
    about({inter_option("ring", parts), senders_option(), levels_option()}, nullptr,
          [](const Shape&, const Options&) { return false; }),
    run_varied};

}  // namespace
}  // namespace collsim
