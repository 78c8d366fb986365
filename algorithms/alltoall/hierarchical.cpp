#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/compacted.hpp"

namespace collsim {
namespace {

/// The ranks of a node whose data a sender sends, by place.
Range share(const Nodes& nodes, int node, int sender, int senders) {
  return Blocks(nodes.size(node), senders)[sender];
}

Between between_nodes(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  const std::int64_t block = shape.count / shape.processes;
  Shape part{.processes = nodes.count(),
             .count = share(nodes, 0, sender, senders).count * shape.count,
             .type_size = shape.type_size};
  if (nodes.even()) return {Alltoall::collective, part};
  for (int node = 0; node < nodes.count(); ++node)
    part.counts.push_back(mpi_count(share(nodes, 0, sender, senders).count * nodes.size(node) * block));
  return {Alltoallv::collective, part};
}

OnNode on_node(const Shape& shape, const Nodes&) {
  return {.brought = shape.count, .taken = shape.count};
}

/// Hierarchical alltoall: the ranks of a node bring all they send, each sender exchanges the data of its share of them
/// with the other nodes, each rank takes what is for it. A message between nodes has the blocks of all pairs of a rank of
/// the share and one of the other node.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing.
class HierarchicalAlltoall final : public Hierarchical {
 public:
  HierarchicalAlltoall(Comm& comm, const Alltoall& call, const Options& options)
      : Hierarchical(comm, options, {}, call.type, 2 * call.count * comm.size() * comm.node().size()),
        call_(call) {}

 private:
  Range share_of(int number, int sender) const { return share(nodes(), number, sender, senders()); }
  /// Ranks of the nodes before that one whose data a sender of theirs sends.
  std::int64_t before(int sender, int number) const {
    if (nodes().even()) return number * share_of(0, sender).count;
    std::int64_t ranks = 0;
    for (int other = 0; other < number; ++other) ranks += share_of(other, sender).count;
    return ranks;
  }
  /// What a sender sends to all nodes.
  std::int64_t sent_by(int sender) const { return before(sender, nodes().count()); }
  /// The block from a rank of this node to one of another, where a sender finds it.
  void* outgoing(int sender, int place, int to, int to_place) const {
    const Range own = share_of(node().number(), sender);
    const std::int64_t index = own.first * nodes().ranks() + own.count * nodes().first(to) +
                               (place - own.first) * nodes().size(to) + to_place;
    return shared_element(index * call_.count);
  }
  /// Where the blocks for this node come in, behind those that leave it: by sender, then by rank.
  void* incoming(int sender) const {
    std::int64_t ranks = nodes().ranks();
    for (int earlier = 0; earlier < sender; ++earlier) ranks += sent_by(earlier);
    return shared_element(ranks * node().size() * call_.count);
  }

  void bring() override {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    int sender = 0;
    while (share_of(node().number(), sender + 1).first <= node().place()) ++sender;
    comm().copy_pieces(call_.count * nodes().ranks(), type(), -1, [&](const auto& copy) {
      for (int rank = 0; rank < nodes().ranks(); ++rank)
        copy(beside(own, rank * call_.count),
             outgoing(sender, node().place(), nodes().node_of(rank), nodes().place_of(rank)), call_.count);
    });
  }

  void call_between_nodes(Comm& representatives, int sender) override {
    const Range own = share_of(node().number(), sender);
    void* const out = outgoing(sender, static_cast<int>(own.first), 0, 0);
    void* const in = incoming(sender);
    if (nodes().even())
      return perform(representatives, Alltoall{out, in, own.count * node().size() * call_.count, type()});
    std::vector<Range> to, from;
    for (int other = 0; other < nodes().count(); ++other) {
      const std::int64_t block = node().size() * call_.count;
      to.push_back(
          {own.count * nodes().first(other) * call_.count, own.count * nodes().size(other) * call_.count});
      from.push_back({before(sender, other) * block, share_of(other, sender).count * block});
    }
    perform(representatives, Alltoallv{out, to, in, from, type()});
  }

  void take_result() override {
    each_sender([&](int sender) {
      comm().copy_pieces(sent_by(sender) * call_.count, type(), node().rank(sender), [&](const auto& copy) {
        void* next = beside(incoming(sender), node().place() * call_.count);
        for (int from = 0; from < nodes().count(); ++from) {
          const auto [first, count] = share_of(from, sender);
          for (std::int64_t place = first; place < first + count; ++place) {
            const int rank = nodes().rank(from, static_cast<int>(place));
            copy(next, beside(call_.recv, rank * call_.count), call_.count);
            next = beside(next, node().size() * call_.count);
          }
        }
      });
    });
  }

  const Alltoall& call_;
};

void run(Comm& comm, const Alltoall& call, const Options& options) {
  if (!comm.layout(call.type).reaches()) return HierarchicalAlltoall(comm, call, options).run();
  const Compacted compacted(comm, call);
  const Alltoall side_by_side = compacted.call();
  HierarchicalAlltoall(comm, side_by_side, options).run();
  compacted.deliver();
}

std::string formula(const Options& options) {
  return composed_formula({.brought = "n*kappa", .taken = "n*kappa", .sent = "n*m"}, Alltoall::collective,
                          options, false);
}

/// What goes between uneven nodes is no call that a Shape tells.
bool costed(const Shape& shape, const Options&) {
  return nodes_of(shape)->even();
}

const Registration<Alltoall> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "nothing",
     .symbols = symbols_of_nodes(),
     .options = {inter_option("pairwise", {Alltoall::collective, Alltoallv::collective}), senders_option(),
                 levels_option()},
     .knows_nodes = true,
     .composed = formula,
     .cost = cost_of_parts<between_nodes, on_node>,
     .costed = costed,
     .exact = exact_of_parts<between_nodes>,
     .unsupported = unsupported_of<between_nodes>},
    run};

}  // namespace
}  // namespace collsim
