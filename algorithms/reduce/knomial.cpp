#include "algorithms/patterns/knomial.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Combines what the children send with this rank's own vector, always on its left. What has arrived becomes
/// the sum and the place of the sum before it takes the next, so that nothing is copied; the places take
/// turns so that the sum of the tree's root ends up in its result. In place, an operator that commutes leaves
/// the sum where it lies; another one needs a copy where the turns begin there.
const void* combine(Comm& comm, const Reduce& call, const std::vector<int>& children, bool top,
                    void* const places[2]) {
  const bool in_place = call.send == MPI_IN_PLACE;
  const bool stays = in_place && comm.commutes(call.op);
  int next = top && !stays && children.size() % 2 == 1 ? 0 : 1;
  const void* sum = in_place ? call.recv : call.send;
  if (in_place && next == 0) {
    comm.copy(sum, places[1], call.count, call.type);
    sum = places[1];
  }
  for (const int child : children) {
    comm.recv(places[next], call.count, call.type, child);
    comm.reduce_local(stays ? places[next] : sum, stays ? call.recv : places[next], call.count, call.type,
                      call.op);
    if (stays) continue;
    sum = places[next];
    next = 1 - next;
  }
  return sum;
}

/// The root of the tree: an operator that does not commute wants the ranks in order.
int top_of(bool commutative, int root) {
  return commutative ? root : 0;
}

/// K-nomial tree reduce: a rank combines its children's vectors, the nearest first, then sends to its parent.
///
/// Source:  as in MPICH and UCC; radix 2 is the binomial tree, counted from the root instead of folded.
/// Assumes: nothing; any p, any root. Combines in rank order if the operator does not commute: the tree's
///          root is then rank 0, which sends the result on. If it does, in the order from the root on.
/// Cost:    m (alpha + n beta + n gamma), m as in bcast/knomial; not commutative and another root than 0:
///          alpha + n beta more; not commutative and in place at root 0 with an odd m: n kappa more.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const int rank = comm.rank();
  const bool root = rank == call.root;
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const int top = top_of(comm.commutes(call.op), call.root);
  const Knomial tree(comm.size(), top, options);
  const std::vector<int> children = tree.children(rank);
  const std::int64_t landing = children.empty() ? 0 : call.count;
  const Scratch first = comm.scratch(root ? 0 : landing, call.type);
  const Scratch second = comm.scratch(landing, call.type);
  void* const places[2] = {root ? call.recv : first.data(), second.data()};
  const void* sum = combine(comm, call, children, rank == top, places);
  if (rank != top) comm.send(sum, call.count, call.type, tree.parent(rank));
  if (top == call.root) return;
  if (rank == top) comm.send(sum, call.count, call.type, call.root);
  if (root) comm.recv(call.recv, call.count, call.type, top);
}

Cost cost(const Shape& shape, const Options& options) {
  const std::int64_t n = shape.bytes();
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : n}};
  const int top = top_of(shape.commutative, shape.root);
  Cost cost = Knomial(shape.processes, top, options).up(shape);
  const bool copies = shape.in_place && !shape.commutative && top == shape.root && cost.size() % 2 == 1;
  if (copies) cost.insert(cost.begin(), {.copied = n});
  const auto receiver = [top, root = shape.root](int rank) { return rank == top ? root : -1; };
  if (top != shape.root)
    cost.push_back({.messages = 1, .volume = n, .bytes = n, .pairs = pairs::to(receiver)});
  return cost;
}

/// From another root on, the ranks wrap around at p.
bool counted_from_rank_0(const Shape& shape, const Options&) {
  return top_of(shape.commutative, shape.root) == 0;
}

const Registration<Reduce> knomial{
    {.name = "knomial",
     .source = "MPICH, UCC",
     .assumes = "nothing",
     .formula = "(p > 1 ? (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma) : n*kappa)",
     .options = {Knomial::radix()},
     .cost = cost,
     .same_bits = {.for_any_p = counted_from_rank_0}},
    run};

}  // namespace
}  // namespace collsim
