#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/rooted_slices.hpp"

namespace collsim {
namespace {

/// Hierarchical scatter: the root brings all blocks, each sender scatters its slices of them to the other nodes, each
/// rank takes its block.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any root, any block sizes.
template <class Call>
class Scattering final : public Hierarchical {
 public:
  Scattering(Comm& comm, const Call& call, const Options& options, const RootedSlices& slices)
      : Hierarchical(comm, options, {.bring = Who::root, .root = call.root}, call.type, slices.elements()),
        call_(call),
        slices_(slices) {}

 private:
  void bring() override {
    const Places places = collsim::sent(call_, comm().size());
    comm().copy_pieces(slices_.elements(), type(), -1, [&](const auto& copy) {
      for (int sender = 0; sender < senders(); ++sender)
        for (int rank = 0; rank < comm().size(); ++rank)
          slices_.visit_slice(sender, rank, [&](const Range& in_block, std::int64_t in_segment) {
            copy(beside(call_.send, places[static_cast<std::size_t>(rank)].first + in_block.first),
                 shared_element(in_segment), in_block.count);
          });
    });
  }

  void call_between_nodes(Comm& representatives, int sender) override {
    const Range own = slices_.of_own(sender);
    const int root = nodes().node_of(call_.root);
    void* const all = shared_element(slices_.of_sender(sender).first);
    if (slices_.equal() && nodes().even()) {
      if (slices_.with_root())
        return perform(representatives, Scatter{all, MPI_IN_PLACE, own.count, type(), root});
      return perform(representatives, Scatter{nullptr, all, own.count, type(), root});
    }
    if (!slices_.with_root())
      return perform(representatives, Scatterv{nullptr, {}, all, own.count, type(), root});
    perform(representatives, Scatterv{all, slices_.by_node(sender), MPI_IN_PLACE, own.count, type(), root});
  }

  void take_result() override {
    if (call_.recv == MPI_IN_PLACE) return;
    each_sender([&](int sender) {
      slices_.visit_slice(sender, comm().rank(), [&](const Range& in_block, std::int64_t in_segment) {
        comm().copy(shared_element(in_segment), beside(call_.recv, in_block.first), in_block.count, type(),
                    node().rank(sender));
      });
    });
  }

  const Call& call_;
  const RootedSlices& slices_;
};

template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const RootedSlices slices(comm.node(), call.root, held(comm, call), senders_of(options));
  Scattering<Call>(comm, call, options, slices).run();
}

const Registration<Scatter> hierarchical{rooted_description<Scatter, Scatterv>(), run};
const Registration<Scatterv> hierarchical_v{rooted_description<Scatter, Scatterv>(), run};

}  // namespace
}  // namespace collsim
