#include "algorithms/patterns/hierarchical.hpp"

namespace collsim {
namespace {

Between between_nodes(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  return {Exscan::collective,
          {.processes = nodes.count(),
           .count = Blocks(shape.count, senders)[sender].count,
           .type_size = shape.type_size,
           .commutative = shape.commutative}};
}

std::string unsupported(const Shape& shape, const Options& options) {
  if (shape.nodes && !shape.nodes->in_order()) return "ranks that share a node do not follow each other";
  return hierarchical_unsupported(shape, options, between_nodes);
}

/// Hierarchical scan and exscan: the ranks of a node combine their vectors, in whose place the sums of the node's first
/// ranks remain; each sender's exscan tells its slice of the sum of all nodes before; each rank takes one and combines it
/// with the other.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: ranks that share a node follow each other.
class HierarchicalScan final : public Hierarchical {
 public:
  /// `inclusive`: scan.
  HierarchicalScan(Comm& comm, const Scan& call, const Options& options, bool inclusive)
      : Hierarchical(comm, options, {.op = call.op, .prefixes = true}, call.type, call.count,
                     comm.node().size() + 1),
        call_(call),
        inclusive_(inclusive) {}

 private:
  Range slice_of(int sender) const override { return Blocks(call_.count, senders())[sender]; }
  /// The sum of all nodes before, behind the vectors.
  void* before(std::int64_t index) const { return vector_of(node().size(), index); }

  void bring() override {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy(own, vector_of(node().place()), call_.count, type());
  }
  void call_between_nodes(Comm& representatives, int sender) override {
    const auto [first, count] = slice_of(sender);
    perform(representatives, Exscan{sum_of(sender), before(first), count, type(), call_.op});
  }
  void take_result() override {
    const int last = node().place() - (inclusive_ ? 0 : 1);
    if (last >= 0) comm().copy(vector_of(last), call_.recv, call_.count, type(), node().rank(last));
    if (node().number() == 0) return;
    each_sender([&](int sender) {
      const auto [first, count] = slice_of(sender);
      void* const to = beside(call_.recv, first);
      if (last >= 0)
        comm().reduce_local(before(first), to, count, type(), call_.op, node().rank(sender));
      else
        comm().copy(before(first), to, count, type(), node().rank(sender));
    });
  }

  const Scan& call_;
  bool inclusive_;
};

void run_scan(Comm& comm, const Scan& call, const Options& options) {
  HierarchicalScan(comm, call, options, true).run();
}
void run_exscan(Comm& comm, const Exscan& call, const Options& options) {
  const Scan same{call.send, call.recv, call.count, call.type, call.op};
  HierarchicalScan(comm, same, options, false).run();
}

const Description about{
    .name = "hierarchical",
    .source = "Parsons and Pai 2014",
    .assumes = "ranks that share a node follow each other",
    .options = {inter_option("dissemination", {Exscan::collective}), senders_option(), levels_option()},
    .knows_nodes = true,
    .unsupported = unsupported,
    .same_bits = {.for_any_p = never}};

const Registration<Scan> hierarchical{about, run_scan};
const Registration<Exscan> hierarchical_exscan{about, run_exscan};

}  // namespace
}  // namespace collsim
