#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/rooted_slices.hpp"

namespace collsim {
namespace {

/// Hierarchical gather: the ranks of a node bring their blocks, each sender gathers its slices of them on the root's
/// node, the root takes the whole.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any root, any block sizes.
template <class Call>
class Gathering final : public Hierarchical {
 public:
  Gathering(Comm& comm, const Call& call, const Options& options, const RootedSlices& slices)
      : Hierarchical(comm, options, {.take = Who::root, .root = call.root}, call.type, slices.elements()),
        call_(call),
        slices_(slices) {}

 private:
  void bring() override {
    if (call_.send == MPI_IN_PLACE) return;
    comm().copy_pieces(call_.count, type(), -1, [&](const auto& copy) {
      for (int sender = 0; sender < senders(); ++sender)
        slices_.visit_slice(sender, comm().rank(), [&](const Range& in_block, std::int64_t in_segment) {
          copy(beside(call_.send, in_block.first), shared_element(in_segment), in_block.count);
        });
    });
  }

  void call_between_nodes(Comm& representatives, int sender) override {
    const Range own = slices_.of_own(sender);
    const int root = nodes().node_of(call_.root);
    void* const all = shared_element(slices_.of_sender(sender).first);
    if (slices_.equal() && nodes().even()) {
      if (slices_.with_root())
        return perform(representatives, Gather{MPI_IN_PLACE, all, own.count, type(), root});
      return perform(representatives, Gather{all, nullptr, own.count, type(), root});
    }
    if (!slices_.with_root())
      return perform(representatives, Gatherv{all, own.count, nullptr, {}, type(), root});
    perform(representatives, Gatherv{MPI_IN_PLACE, own.count, all, slices_.by_node(sender), type(), root});
  }

  void take_result() override {
    const Places places = received(call_, comm().size());
    each_sender([&](int sender) {
      comm().copy_pieces(slices_.of_sender(sender).count, type(), node().rank(sender), [&](const auto& copy) {
        for (int rank = 0; rank < comm().size(); ++rank) {
          if (rank == call_.root && call_.send == MPI_IN_PLACE) continue;
          slices_.visit_slice(sender, rank, [&](const Range& in_block, std::int64_t in_segment) {
            copy(shared_element(in_segment),
                 beside(call_.recv, places[static_cast<std::size_t>(rank)].first + in_block.first),
                 in_block.count);
          });
        }
      });
    });
  }

  const Call& call_;
  const RootedSlices& slices_;
};

template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const RootedSlices slices(comm.node(), call.root, held(comm, call), senders_of(options));
  Gathering<Call>(comm, call, options, slices).run();
}

const Registration<Gather> hierarchical{rooted_description<Gather, Gatherv>(), run};
const Registration<Gatherv> hierarchical_v{rooted_description<Gather, Gatherv>(), run};

}  // namespace
}  // namespace collsim
