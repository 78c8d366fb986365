#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/late_ranks.hpp"

namespace collsim {
namespace {

/// Imbalance-tolerant alltoall: a rank that comes sends each node a message with all that its ranks get, and takes such
/// messages into the segment of its own node, from which each rank then takes what is for it. Nothing waits for the other
/// ranks of a node before it leaves, so that after the last rank has come only its messages are left.
///
/// Source:  Parsons and Pai, ICS 2015: early ranks work while they wait. That messages are split on the node to which they
///          go is this implementation's.
/// Assumes: nothing.
class ImbalanceTolerantAlltoall final : public LateRanks {
 public:
  ImbalanceTolerantAlltoall(Comm& comm, const Alltoall& call)
      : LateRanks(comm, call.type),
        call_(call),
        outgoing_(comm.scratch(call.count * comm.size(), call.type)),
        messages_(comm.size(), call.count * node().size(), comm.layout(call.type)),
        incoming_(shared(messages_)) {}

  void run() {
    pack();
    exchange();
    tell();
    for (int i = 0; i < node().size(); ++i) take_from((node().place() + i) % node().size());
    leave();
  }

 private:
  /// What a rank has for this node, in the segment.
  void* from(int rank) const { return messages_.element_at(incoming_, nodes().position_of(rank)); }
  /// What this rank has for a node.
  void* to(int number) const { return element_at(outgoing_.data(), nodes().first(number) * call_.count); }
  std::int64_t elements_to(int number) const { return nodes().size(number) * call_.count; }

  /// Calls visit(rank) for those whose messages the rank in that place of this node takes.
  template <class Visit>
  void each_source(int place, const Visit& visit) const {
    for (int step = 1; step < nodes().count(); ++step) {
      const int other = (node().number() - step + nodes().count()) % nodes().count();
      for (int sender = place; sender < nodes().size(other); sender += node().size())
        visit(nodes().rank(other, sender));
    }
  }

  /// In the order of nodes, because MPI_Alltoall has blocks in that of ranks.
  void pack() {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    comm().copy_pieces(call_.count * comm().size(), type(), -1, [&](const auto& copy) {
      for (int position = 0; position < comm().size(); ++position)
        copy(element_at(own, nodes().rank_at(position) * call_.count),
             element_at(outgoing_.data(), position * call_.count), call_.count);
    });
  }

  void exchange() {
    std::vector<Comm::Request> requests;
    each_source(node().place(), [&](int rank) {
      requests.push_back(comm().irecv(from(rank), elements_to(node().number()), type(), rank));
    });
    for (int step = 1; step < nodes().count(); ++step) {
      const int other = (node().number() + step) % nodes().count();
      const int receiver = nodes().rank(other, node().place() % nodes().size(other));
      requests.push_back(comm().isend(to(other), elements_to(other), type(), receiver));
    }
    comm().publish(
        [&] { comm().copy(to(node().number()), from(comm().rank()), elements_to(node().number()), type()); });
    for (Comm::Request& request : requests) comm().wait(request);
  }

  /// What the rank in that place has put into the segment.
  void take_from(int place) {
    const int holder = node().rank(place);
    await(holder);
    std::vector<int> sources = {holder};
    each_source(place, [&](int rank) { sources.push_back(rank); });
    const auto blocks = static_cast<std::int64_t>(sources.size());
    comm().copy_pieces(blocks * call_.count, type(), holder, [&](const auto& copy) {
      for (const int rank : sources)
        copy(element_at(from(rank), node().place() * call_.count), element_at(call_.recv, rank * call_.count),
             call_.count);
    });
  }

  const Alltoall& call_;
  Scratch outgoing_;
  Vectors messages_;  ///< of all ranks to this node, by position
  void* incoming_;
};

void run(Comm& comm, const Alltoall& call, const Options&) {
  ImbalanceTolerantAlltoall(comm, call).run();
}

std::string unsupported(const Shape& shape, const Options&) {
  const int largest = shape.nodes ? shape.nodes->largest() : 1;
  return LateRanks::unsupported_message(largest * (shape.count / shape.processes));
}

const Registration<Alltoall> imbalance_tolerant{{.name = "imbalance_tolerant",
                                                 .source = "Parsons and Pai 2015",
                                                 .assumes = "nothing",
                                                 .concurrent = true,
                                                 .knows_nodes = true,
                                                 .unsupported = unsupported},
                                                run};

}  // namespace
}  // namespace collsim
