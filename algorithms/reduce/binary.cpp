#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// A rank's neighbours in the tree; -1: none.
struct Neighbours {
  int parent = -1;
  std::array<int, 2> children = {-1, -1};
};
using Tree = std::vector<Neighbours>;

/// The children of u = rank - root (mod p) are 2u + 1 and 2u + 2.
Tree heap(int processes, int root) {
  Tree tree(static_cast<std::size_t>(processes));
  for (int u = 0; u < processes; ++u) {
    Neighbours& own = tree[static_cast<std::size_t>((u + root) % processes)];
    if (u > 0) own.parent = ((u - 1) / 2 + root) % processes;
    for (int side = 0; side < 2; ++side)
      if (2 * u + 1 + side < processes)
        own.children[static_cast<std::size_t>(side)] = (2 * u + 1 + side + root) % processes;
  }
  return tree;
}

/// Of ranks first..last, the last answers for all: for the lower half by that half's last, its second child, for
/// the others by its neighbour.
void add_in_order(Tree& tree, int first, int last, int parent) {
  Neighbours& own = tree[static_cast<std::size_t>(last)];
  own.parent = parent;
  const int lower = (last - first + 1) / 2;
  if (last - first >= 1) {
    own.children[0] = last - 1;
    add_in_order(tree, first + lower, last - 1, last);
  }
  if (last - first >= 2) {
    own.children[1] = first + lower - 1;
    add_in_order(tree, first, first + lower - 1, last);
  }
}

bool in_rank_order(const Options& options) {
  return options.text("order") == "ranks";
}

Tree tree_of(int processes, int root, const Options& options) {
  if (!in_rank_order(options)) return heap(processes, root);
  Tree tree(static_cast<std::size_t>(processes));
  add_in_order(tree, 0, processes - 1, -1);
  return tree;
}

/// The rank at the top, which in rank order sends the result to the root if it is another one.
int top_of(int processes, int root, const Options& options) {
  return in_rank_order(options) ? processes - 1 : root;
}

/// Binary tree reduce: a rank combines the vectors of its two children, one after the other, with its own, and sends
/// the sum to its parent. With order=ranks vectors are combined in the order of ranks, to the last one.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0; as in Open MPI
///          (binary, in_order_binary), unsegmented.
/// Assumes: the operator commutes, or order=ranks; any p, any root.
/// Cost:    d (alpha + n beta + n gamma), d <= 2 floor(lg p) being the messages on the longest path where children are
///          served one after the other, and alpha + n beta more where the top is not the root.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const int rank = comm.rank();
  const int top = top_of(comm.size(), call.root, options);
  const Neighbours own = tree_of(comm.size(), call.root, options)[static_cast<std::size_t>(rank)];
  void* result = rank == call.root && rank == top ? call.recv : nullptr;
  const void* given = call.send == MPI_IN_PLACE ? call.recv : call.send;
  const Allreduce whole{result ? call.send : given, result, call.count, call.type, call.op};
  const int receiver = rank == top && rank != call.root ? call.root : own.parent;
  if (own.children[0] < 0 && receiver >= 0) {
    comm.send(given, call.count, call.type, receiver);
  } else {
    Reduction sum(comm, whole, 0, Reduction::Start::borrows);
    for (const int child : own.children)
      if (child >= 0) sum.absorb(child);
    if (receiver >= 0) comm.send(sum.values(), call.count, call.type, receiver);
  }
  if (rank == call.root && rank != top) comm.recv(call.recv, call.count, call.type, top);
}

/// Children before parents.
std::vector<int> upwards(const Tree& tree, int top) {
  std::vector<int> order{top};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const int child : tree[static_cast<std::size_t>(order[i])].children)
      if (child >= 0) order.push_back(child);
  std::ranges::reverse(order);
  return order;
}

/// All messages take as long, so that they go in rounds: a rank's in the first one in which it has its sum and
/// its parent has served the other child, if that comes first.
Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const std::int64_t n = shape.bytes();
  const int top = top_of(p, shape.root, options);
  if (p == 1) return {{.copied = shape.in_place ? 0 : n}};
  const Tree tree = tree_of(p, shape.root, options);
  std::vector<std::int64_t> done(static_cast<std::size_t>(p), 0), round(static_cast<std::size_t>(p), -1);
  for (const int rank : upwards(tree, top))
    for (const int child : tree[static_cast<std::size_t>(rank)].children)
      if (child >= 0) {
        std::int64_t& free = done[static_cast<std::size_t>(rank)];
        round[static_cast<std::size_t>(child)] = std::max(free, done[static_cast<std::size_t>(child)]);
        free = round[static_cast<std::size_t>(child)] + 1;
      }
  Cost cost;
  for (std::int64_t t = 0; t < done[static_cast<std::size_t>(top)]; ++t) {
    const std::int64_t messages = std::ranges::count(round, t);
    const auto receiver = [tree, round, t](int rank) {
      const auto place = static_cast<std::size_t>(rank);
      return round[place] == t ? tree[place].parent : -1;
    };
    cost.push_back({.messages = messages,
                    .volume = messages * n,
                    .bytes = n,
                    .reduced = n,
                    .pairs = pairs::to(receiver)});
  }
  const auto to_root = [top, root = shape.root](int rank) { return rank == top ? root : -1; };
  if (top != shape.root)
    cost.push_back({.messages = 1, .volume = n, .bytes = n, .pairs = pairs::to(to_root)});
  return cost;
}

/// The messages on the longest path of a heap of p ranks, where each second child waits for the first.
double longest(int processes) {
  std::vector<int> done(static_cast<std::size_t>(processes), 0);
  for (int u = processes - 1; u > 0; --u) {
    int& parent = done[static_cast<std::size_t>((u - 1) / 2)];
    const int own = done[static_cast<std::size_t>(u)];
    const bool first = u % 2 == 1;
    const bool alone = first && u == processes - 1;
    if (!first) continue;
    parent = own + 1;
    if (!alone) parent = std::max(parent, done[static_cast<std::size_t>(u) + 1]) + 1;
  }
  return done.front();
}

/// A heap's children are the same whatever p; from another root on, the ranks wrap around at p.
bool keeps_its_children(const Shape& shape, const Options& options) {
  return !in_rank_order(options) && shape.root == 0;
}

std::string unsupported(const Shape& shape, const Options& options) {
  return shape.commutative || in_rank_order(options)
             ? ""
             : "the operator does not commute, and the root has subtrees on both sides";
}

const Registration<Reduce> binary{
    {.name = "binary",
     .source = "Pjesivac-Grbovic et al. 2007",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? path*(alpha + n*beta + n*gamma) : n*kappa)",
     .symbols = {{"path", longest,
                  "messages on the longest path of the tree, where children are served one after the other"}},
     .options =
         {{"order",
           "heap",
           "of the tree: 2u + 1 and 2u + 2 below u, or one in which vectors are combined in rank order",
           {"heap", "ranks"}}},
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = keeps_its_children}},
    run};

}  // namespace
}  // namespace collsim
