#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/node_slices.hpp"

namespace collsim {
namespace {

/// Hierarchical reduce-scatter: the ranks of a node combine their vectors, each sender has its slice of all blocks, each
/// rank takes its block.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: what the algorithm between nodes does, which by default is that the operator commutes; and so where ranks that
/// share a node do not follow each other.
class HierarchicalReduceScatter final : public Hierarchical {
 public:
  HierarchicalReduceScatter(Comm& comm, const Options& options, const void* vector, void* recv,
                            MPI_Datatype type, MPI_Op op, const NodeSlices& slices)
      : Hierarchical(comm, options, {.op = op}, type, slices.elements(), comm.node().size()),
        whole_(vector),
        recv_(recv),
        op_(op),
        slices_(slices) {}

 private:
  void bring() override {
    comm().copy_pieces(slices_.elements(), type(), -1, [&](const auto& copy) {
      for (int sender = 0; sender < senders(); ++sender)
        slices_.each(sender, [&](const Range& in_buffer, std::int64_t in_segment) {
          copy(beside(whole_, in_buffer.first), vector_of(node().place(), in_segment), in_buffer.count);
        });
    });
  }
  void call_between_nodes(Comm& representatives, int sender) override {
    const Range all = slice_of(sender);
    void* const vector = sum_of(sender);
    if (slices_.blocks().equal() && nodes().even())
      return perform(representatives,
                     ReduceScatterBlock{MPI_IN_PLACE, vector, all.count / nodes().count(), type(), op_});
    perform(representatives, ReduceScatter{MPI_IN_PLACE, vector, slices_.by_node(sender), type(), op_});
  }
  /// What is left of a sender's slices are those of this node, at their start.
  void take_result() override {
    const int rank = comm().rank();
    const std::int64_t block = slices_.blocks()[static_cast<std::size_t>(rank)].first;
    each_sender([&](int sender) {
      const auto [first, count] = slices_.in_block(sender, rank);
      const std::int64_t among =
          slices_.first(sender, nodes().position_of(rank)) - slices_.of_node(sender, node().number()).first;
      comm().copy(beside(sum_of(sender), among), beside(recv_, first - block), count, type(),
                  holder_of_sum(sender));
    });
  }
  Range slice_of(int sender) const override { return slices_.of_sender(sender); }

  const void* whole_;
  void* recv_;
  MPI_Op op_;
  const NodeSlices& slices_;
};

template <class Scatter>
void run(Comm& comm, const Scatter& call, const Options& options, Places blocks) {
  const NodeSlices slices(comm.node().shared_nodes(), std::move(blocks),
                          static_cast<int>(options.integer("senders")));
  HierarchicalReduceScatter(comm, options, call.send == MPI_IN_PLACE ? call.recv : call.send, call.recv,
                            call.type, call.op, slices)
      .run();
}

void run_equal(Comm& comm, const ReduceScatterBlock& call, const Options& options) {
  run(comm, call, options, Places(call.count, comm.size()));
}
void run_varied(Comm& comm, const ReduceScatter& call, const Options& options) {
  run(comm, call, options, call.blocks);
}

const Description about{
    .name = "hierarchical",
    .source = "Parsons and Pai 2014",
    .assumes = "commutative operator",
    .options = {inter_option("pairwise", {ReduceScatterBlock::collective, ReduceScatter::collective}),
                senders_option(), levels_option()},
    .knows_nodes = true,
    .unsupported = unsupported_of<sliced_between<ReduceScatterBlock, ReduceScatter>>,
    .same_bits = {.for_any_p = never}};

const Registration<ReduceScatterBlock> hierarchical_block{about, run_equal};
const Registration<ReduceScatter> hierarchical{about, run_varied};

}  // namespace
}  // namespace collsim
