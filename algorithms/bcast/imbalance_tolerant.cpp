#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/late_ranks.hpp"
#include "algorithms/patterns/node_tree.hpp"

namespace collsim {
namespace {

/// Imbalance-tolerant broadcast: the first rank that comes to a node asks for the vector, and puts it where all others of
/// the node find it whenever they come. Who waits for late ranks is a rank of each node with others below it, and the
/// root, until a rank of each of these nodes has come.
///
/// Source:  Parsons and Pai, ICS 2015: the first rank works for its node. The tree of nodes and the requests are this
///          implementation's.
/// Assumes: nothing; any root.
class ImbalanceTolerantBcast final : public LateRanks {
 public:
  ImbalanceTolerantBcast(Comm& comm, const Bcast& call, const Options& options)
      : LateRanks(comm, call.type),
        call_(call),
        tree_(nodes(), call.root, options.integer("radix")),
        vector_(shared(Vectors(1, call.count, comm.layout(call.type)))) {}

  void run() {
    if (comm().rank() == call_.root)
      bring();
    else
      take_vector();
    if (comm().rank() == tree_.agent(here())) serve();
    leave();
  }

 private:
  int here() const { return node().number(); }

  void bring() {
    if (node().size() > 1) comm().publish([&] { comm().copy(call_.buffer, vector_, call_.count, type()); });
    tell();
  }

  /// From the rank of the node that has the vector, which may be this one.
  void take_vector() {
    int holder = call_.root;
    if (!tree_.on_top(here())) {
      const int first = compare_exchange(0, node().place() + 1);
      holder = first == 0 ? comm().rank() : node().rank(first - 1);
      if (first == 0) fetch();
    }
    await(holder);
    comm().copy(vector_, call_.buffer, call_.count, type(), holder);
  }

  void fetch() {
    const int above = tree_.agent(tree_.above(here()));
    send(nullptr, 0, above);
    comm().recv(vector_, call_.count, type(), above);
    tell();
  }

  /// The nodes below, in the order in which they ask.
  void serve() {
    std::vector<Comm::Request> sends;
    for (int left = tree_.below(here()); left > 0; --left)
      sends.push_back(comm().isend(call_.buffer, call_.count, type(), recv_any(nullptr, 0)));
    for (Comm::Request& send : sends) comm().wait(send);
  }

  const Bcast& call_;
  NodeTree tree_;
  void* vector_;  ///< in the segment
};

void run(Comm& comm, const Bcast& call, const Options& options) {
  ImbalanceTolerantBcast(comm, call, options).run();
}

std::string unsupported(const Shape& shape, const Options&) {
  return LateRanks::unsupported_message(shape.count);
}

const Registration<Bcast> imbalance_tolerant{{.name = "imbalance_tolerant",
                                              .source = "Parsons and Pai 2015",
                                              .assumes = "nothing",
                                              .options = {NodeTree::radix_option()},
                                              .concurrent = true,
                                              .reads_messages = true,
                                              .knows_nodes = true,
                                              .unsupported = unsupported},
                                             run};

}  // namespace
}  // namespace collsim
