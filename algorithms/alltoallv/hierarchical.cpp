#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/compacted.hpp"
#include "algorithms/patterns/exchanged_sizes.hpp"

namespace collsim {
namespace {

/// The ranks of a node whose data a sender sends, by place.
Range share(const Nodes& nodes, int node, int sender, int senders) {
  return Blocks(nodes.size(node), senders)[sender];
}

Between between_nodes(const Shape& shape, const Nodes& nodes, int, int) {
  return {Alltoallv::collective,
          {.processes = nodes.count(),
           .count = shape.count,
           .type_size = shape.type_size,
           .counts = std::vector<int>(static_cast<std::size_t>(nodes.count()))}};
}

/// Hierarchical alltoallv: the ranks of a node tell each other the sizes of their blocks and bring all they send, each
/// sender exchanges the data of its share of them with the other nodes, each rank takes what is for it. A message between
/// nodes has the blocks of all pairs of a rank of the share and one of the other node, by the first, then by the second.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any sizes.
class HierarchicalAlltoallv final : public Hierarchical {
 public:
  HierarchicalAlltoallv(Comm& comm, const Alltoallv& call, const Options& options,
                        const ExchangedSizes& sizes)
      : Hierarchical(comm, options, {}, call.type, sizes.elements()), call_(call), sizes_(sizes) {}

 private:
  Range share_of(int number, int sender) const { return share(nodes(), number, sender, senders()); }
  Range whole(int number) const { return {0, nodes().size(number)}; }
  /// What a sender sends to a node, and what comes from one.
  std::int64_t outgoing(int sender, int number) const {
    std::int64_t sum = 0;
    const Range own = share_of(node().number(), sender);
    for (std::int64_t place = own.first; place < own.first + own.count; ++place)
      sum += sizes_.out.with(static_cast<int>(place), number, whole(number));
    return sum;
  }
  std::int64_t incoming(int sender, int number) const {
    std::int64_t sum = 0;
    for (int place = 0; place < node().size(); ++place)
      sum += sizes_.in.with(place, number, share_of(number, sender));
    return sum;
  }
  /// Calls visit(sender, number, begin, count) for the messages that leave the node, in the order in which they lie in
  /// the segment, then for those that come.
  template <class Out, class In>
  void each_message(const Out& out, const In& in) const {
    std::int64_t next = 0;
    for (int sender = 0; sender < senders(); ++sender)
      for (int number = 0; number < nodes().count(); ++number) {
        const std::int64_t count = outgoing(sender, number);
        out(sender, number, next, count);
        next += count;
      }
    for (int sender = 0; sender < senders(); ++sender)
      for (int number = 0; number < nodes().count(); ++number) {
        const std::int64_t count = incoming(sender, number);
        in(sender, number, next, count);
        next += count;
      }
  }
  static void nothing(int, int, std::int64_t, std::int64_t) {}

  void bring() override {
    const void* const own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy_pieces(sizes_.from.total(), type(), -1, [&](const auto& copy) {
      each_message(
          [&](int sender, int number, std::int64_t next, std::int64_t) {
            const Range ranks = share_of(node().number(), sender);
            if (node().place() < ranks.first || node().place() >= ranks.first + ranks.count) return;
            for (std::int64_t place = ranks.first; place < node().place(); ++place)
              next += sizes_.out.with(static_cast<int>(place), number, whole(number));
            for (int place = 0; place < nodes().size(number); ++place) {
              const Range block = sizes_.from[static_cast<std::size_t>(nodes().rank(number, place))];
              copy(beside(own, block.first), shared_element(next), block.count);
              next += block.count;
            }
          },
          nothing);
    });
  }

  void call_between_nodes(Comm& representatives, int sender) override {
    std::vector<Range> out, in;
    const auto noted = [sender](std::vector<Range>& blocks) {
      return [&, sender](int of, int, std::int64_t begin, std::int64_t count) {
        if (of == sender) blocks.push_back({begin, count});
      };
    };
    each_message(noted(out), noted(in));
    perform(representatives, Alltoallv{shared_element(0), out, shared_element(0), in, type()});
  }

  void take_result() override {
    comm().copy_pieces(sizes_.to.total(), type(), -1, [&](const auto& copy) {
      each_message(nothing, [&](int sender, int number, std::int64_t next, std::int64_t) {
        const Range ranks = share_of(number, sender);
        for (std::int64_t from = ranks.first; from < ranks.first + ranks.count; ++from)
          for (int place = 0; place < node().size(); ++place) {
            const int rank = nodes().rank(number, static_cast<int>(from));
            const std::int64_t count = sizes_.in.block_size(place, rank);
            if (place == node().place())
              copy(shared_element(next), beside(call_.recv, sizes_.to[static_cast<std::size_t>(rank)].first),
                   count);
            next += count;
          }
      });
    });
  }

  const Alltoallv& call_;
  const ExchangedSizes& sizes_;
};

void exchange(Comm& comm, const Alltoallv& call, const Options& options) {
  const ExchangedSizes sizes(comm, call);
  HierarchicalAlltoallv(comm, call, options, sizes).run();
}

void run(Comm& comm, const Alltoallv& call, const Options& options) {
  if (!comm.layout(call.type).reaches()) return exchange(comm, call, options);
  const Compacted compacted(comm, call);
  exchange(comm, compacted.call(), options);
  compacted.deliver();
}

const Registration<Alltoallv> hierarchical{
    {.name = "hierarchical",
     .source = "Parsons and Pai 2014",
     .assumes = "nothing",
     .options = {inter_option("pairwise", {Alltoallv::collective}), senders_option(), levels_option()},
     .reads_messages = true,
     .knows_nodes = true,
     .unsupported = unsupported_of<between_nodes>},
    run};

}  // namespace
}  // namespace collsim
