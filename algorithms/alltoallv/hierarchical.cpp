#include "algorithms/patterns/hierarchical.hpp"

#include "algorithms/patterns/node_tables.hpp"

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

/// The sizes of all blocks that ranks of a node send, or receive: of a rank's table, the element of the other rank.
class Sizes {
 public:
  /// `first`: where in each rank's table, of two elements a rank, they begin.
  Sizes(const Node& node, const std::vector<std::int64_t>& tables, int first)
      : node_(&node), tables_(&tables), first_(first) {}

  std::int64_t of(int place, int other) const {
    const int ranks = node_->nodes().ranks();
    return (*tables_)[static_cast<std::size_t>((2 * place + first_) * std::int64_t{ranks} + other)];
  }
  /// Of a rank here with all ranks of a node in some places.
  std::int64_t with(int place, int number, const Range& places) const {
    std::int64_t sum = 0;
    for (std::int64_t other = places.first; other < places.first + places.count; ++other)
      sum += of(place, node_->nodes().rank(number, static_cast<int>(other)));
    return sum;
  }

 private:
  const Node* node_;
  const std::vector<std::int64_t>* tables_;
  int first_;
};

std::vector<std::int64_t> own_table(const Places& sent, const Places& received) {
  std::vector<std::int64_t> table;
  for (const Places* each : {&sent, &received})
    for (const Range& block : *each) table.push_back(block.count);
  return table;
}

/// What a rank knows of its node's blocks: all sizes.
struct Tables {
  Tables(Comm& comm, const Alltoallv& call)
      : from(sent(call, comm.size())),
        to(received(call, comm.size())),
        all(tables_of_node(comm, own_table(from, to))),
        out(comm.node(), all, 0),
        in(comm.node(), all, 1) {}

  std::int64_t elements() const {
    std::int64_t sum = 0;
    for (const std::int64_t count : all) sum += count;
    return sum;
  }

  Places from, to;  ///< where this rank's blocks lie
  std::vector<std::int64_t> all;
  Sizes out, in;
};

/// Hierarchical alltoallv: the ranks of a node tell each other the sizes of their blocks and bring all they send, each
/// sender exchanges the data of its share of them with the other nodes, each rank takes what is for it. A message between
/// nodes has the blocks of all pairs of a rank of the share and one of the other node, by the first, then by the second.
///
/// Source:  Parsons and Pai, IPDPS 2014.
/// Assumes: nothing; any sizes.
class Call final : public Hierarchical {
 public:
  Call(Comm& comm, const Alltoallv& call, const Options& options, const Tables& tables)
      : Hierarchical(comm, options, {}, call.type, tables.elements()), call_(call), tables_(tables) {}

 private:
  Range share_of(int number, int sender) const { return share(nodes(), number, sender, senders()); }
  Range whole(int number) const { return {0, nodes().size(number)}; }
  /// Of a sender, to a node, and from one.
  std::int64_t outgoing(int sender, int number) const {
    std::int64_t sum = 0;
    const Range own = share_of(node().number(), sender);
    for (std::int64_t place = own.first; place < own.first + own.count; ++place)
      sum += tables_.out.with(static_cast<int>(place), number, whole(number));
    return sum;
  }
  std::int64_t incoming(int sender, int number) const {
    std::int64_t sum = 0;
    for (int place = 0; place < node().size(); ++place)
      sum += tables_.in.with(place, number, share_of(number, sender));
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
    comm().copy_pieces(total(tables_.from), type(), -1, [&](const auto& copy) {
      each_message(
          [&](int sender, int number, std::int64_t next, std::int64_t) {
            const Range ranks = share_of(node().number(), sender);
            if (node().place() < ranks.first || node().place() >= ranks.first + ranks.count) return;
            for (std::int64_t place = ranks.first; place < node().place(); ++place)
              next += tables_.out.with(static_cast<int>(place), number, whole(number));
            for (int place = 0; place < nodes().size(number); ++place) {
              const Range block = tables_.from[static_cast<std::size_t>(nodes().rank(number, place))];
              copy(beside(own, block.first), at(next), block.count);
              next += block.count;
            }
          },
          nothing);
    });
  }

  void between(Comm& representatives, int sender) override {
    std::vector<int> out_counts, in_counts;
    std::vector<std::int64_t> out_places, in_places;
    const auto noted = [sender](std::vector<int>& counts, std::vector<std::int64_t>& places) {
      return [&, sender](int of, int, std::int64_t begin, std::int64_t count) {
        if (of != sender) return;
        counts.push_back(mpi_count(count));
        places.push_back(begin);
      };
    };
    each_message(noted(out_counts, out_places), noted(in_counts, in_places));
    perform(representatives, Alltoallv{at(0), out_counts, out_places, at(0), in_counts, in_places, type()});
  }

  void take() override {
    comm().copy_pieces(total(tables_.to), type(), -1, [&](const auto& copy) {
      each_message(nothing, [&](int sender, int number, std::int64_t next, std::int64_t) {
        const Range ranks = share_of(number, sender);
        for (std::int64_t from = ranks.first; from < ranks.first + ranks.count; ++from)
          for (int place = 0; place < node().size(); ++place) {
            const int rank = nodes().rank(number, static_cast<int>(from));
            const std::int64_t count = tables_.in.of(place, rank);
            if (place == node().place())
              copy(at(next), beside(call_.recv, tables_.to[static_cast<std::size_t>(rank)].first), count);
            next += count;
          }
      });
    });
  }

  const Alltoallv& call_;
  const Tables& tables_;
};

void run(Comm& comm, const Alltoallv& call, const Options& options) {
  const Tables tables(comm, call);
  Call(comm, call, options, tables).run();
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
