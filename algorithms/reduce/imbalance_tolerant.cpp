#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/late_ranks.hpp"
#include "algorithms/patterns/node_parts.hpp"
#include "algorithms/patterns/node_tree.hpp"
#include "algorithms/reduce/in_rank_order.hpp"

namespace collsim {
namespace {

/// Imbalance-tolerant reduce: a rank that comes to its node combines its vector with the sum that it finds there, and
/// leaves what it then has for those to come; whoever has the sum of all sends it on. Nobody waits but a rank of each
/// node with others below it, and the root.
///
/// Source:  Parsons and Pai, ICS 2015: ranks work in the order in which they arrive, the last one closes its node. The tree
///          of nodes, and sums that change hands in one place, are this implementation's.
/// Assumes: that the operator commutes, unless vectors are combined in the order of ranks. Else results of operators that
///          round may differ from run to run: the order of arrival decides in which order vectors are combined.
class ImbalanceTolerantReduce final : public LateRanks {
 public:
  ImbalanceTolerantReduce(Comm& comm, const Reduce& call, const Options& options)
      : LateRanks(comm, call.type),
        call_(call),
        tree_(nodes(), call.root, options.integer("radix")),
        vectors_(node().size(), call.count, comm.layout(call.type)),
        first_(shared(vectors_)) {}

  void run() {
    const Sum sum = bring();
    if (comm().rank() == tree_.agent(here()) && collects())
      collect(sum);
    else if (complete(sum))
      hand_on(sum);
    leave();
  }

 private:
  /// The sum of so many vectors of this node, in the place of one of them; of none once it has been left to another rank.
  struct Sum {
    int place = 0;
    int vectors = 0;
  };

  int here() const { return node().number(); }
  bool is_root() const { return comm().rank() == call_.root; }
  /// Whether the agent of this node waits for others.
  bool collects() const { return tree_.on_top(here()) || tree_.below(here()) > 0; }
  bool complete(const Sum& sum) const { return sum.vectors == node().size(); }
  void* vector_of(int place) const { return vectors_.element_at(first_, place); }

  // As the node's word says it, where 0 is that there is none.
  int number(const Sum& sum) const { return sum.vectors * node().size() + sum.place; }
  Sum sum_of(int number) const { return {number % node().size(), number / node().size()}; }

  /// The sum that lies there, which nobody else has then; of no vectors where there is none.
  Sum take_sum() {
    for (;;) {
      const int seen = compare_exchange(0, 0);
      if (seen == 0 || compare_exchange(seen, 0) == seen) return sum_of(seen);
    }
  }

  /// Returns what this rank keeps: the sum of all vectors, or none.
  Sum bring() {
    const void* own = call_.send == MPI_IN_PLACE ? call_.recv : call_.send;
    Sum sum = take_sum();
    if (sum.vectors == 0) {
      sum.place = node().place();
      comm().publish([&] { comm().copy(own, vector_of(sum.place), call_.count, type()); });
    } else {
      add(own, vector_of(sum.place), node().rank(sum.place));
    }
    ++sum.vectors;
    while (!complete(sum) && compare_exchange(0, number(sum)) != 0) {
      const Sum other = take_sum();
      if (other.vectors > 0) add(vector_of(other.place), vector_of(sum.place), node().rank(sum.place));
      sum.vectors += other.vectors;
    }
    return complete(sum) ? sum : Sum{};
  }

  void add(const void* vector, void* sum, int holder = -1) {
    comm().reduce_local(vector, sum, call_.count, type(), call_.op, holder);
  }

  /// To this node's agent where it collects, else to that above.
  void hand_on(const Sum& sum) {
    if (!collects()) return send(vector_of(sum.place), call_.count, tree_.agent(tree_.above(here())));
    compare_exchange(0, number(sum));
    send(nullptr, 0, tree_.agent(here()));
  }

  /// The agent's part: the sums of the nodes below, in whichever order they come, and of its own.
  void collect(const Sum& own) {
    const Scratch incoming = comm().scratch(call_.count, type());
    const Scratch temporary = comm().scratch(is_root() ? 0 : call_.count, type());
    void* const total = is_root() ? call_.recv : temporary.data();
    bool any = false;
    const auto add_own = [&](const Sum& sum) {
      const int holder = node().rank(sum.place);
      if (any)
        add(vector_of(sum.place), total, holder);
      else
        comm().copy(vector_of(sum.place), total, call_.count, type(), holder);
      any = true;
    };
    if (complete(own)) add_own(own);
    for (int left = tree_.below(here()) + (complete(own) ? 0 : 1); left > 0; --left) {
      void* const place = any ? incoming.data() : total;
      if (nodes().node_of(recv_any(place, call_.count)) == here()) {
        add_own(take_sum());
      } else if (any) {
        add(place, total);
      } else {
        any = true;
      }
    }
    if (!is_root()) send(total, call_.count, tree_.agent(tree_.above(here())));
  }

  const Reduce& call_;
  NodeTree tree_;
  Vectors vectors_;  ///< in the segment, by place
  void* first_;
};

const OptionSpec order_option{
    .name = "order",
    .fallback = "arrival",
    .meaning =
        "in which vectors are combined: as their ranks come, or always in that of ranks, "
        "so that sums that round have the same bits (without radix)",
    .choices = {"arrival", "ranks"}};

bool in_rank_order(const Options& options) {
  return options.text("order") == "ranks";
}

void run(Comm& comm, const Reduce& call, const Options& options) {
  if (in_rank_order(options)) return InRankOrder(comm, call).run();
  ImbalanceTolerantReduce(comm, call, options).run();
}

std::string unsupported(const Shape& shape, const Options& options) {
  if (!shape.commutative && !in_rank_order(options))
    return "the operator does not commute, and vectors are combined in the order in which their ranks come; "
           "right would be order=ranks";
  if (!shape.commutative && !nodes_of(shape)->in_order()) return order_is_lost;
  return LateRanks::unsupported_message(shape.count);
}

const Registration<Reduce> imbalance_tolerant{{.name = "imbalance_tolerant",
                                               .source = "Parsons and Pai 2015",
                                               .assumes = "commutative operator",
                                               .options = {NodeTree::radix_option(), order_option},
                                               .reads_messages = true,
                                               .knows_nodes = true,
                                               .unsupported = unsupported,
                                               .same_bits = {.for_any_p = never}},
                                              run};

}  // namespace
}  // namespace collsim
