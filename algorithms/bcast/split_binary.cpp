#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binary_tree.hpp"

namespace collsim {
namespace {

/// The vector's halves, the larger one first.
BinaryTree::Ranges halves(std::int64_t count) {
  const Blocks blocks(count, 2);
  return {blocks[0], blocks[1]};
}

/// The rank that u exchanges halves with in the end: its twin, for the last one without a twin the root.
int partner(int u, int processes) {
  const int last = processes % 2 == 0 ? processes - 1 : -1;
  if (u == 0 || u == last) return last < 0 ? -1 : last - u;
  return u % 2 == 0 ? u - 1 : u + 1;
}

/// Split binary tree broadcast: one half of the vector travels in segments down the left part of a binary
/// tree, the other down the right part; then every rank exchanges halves with the one at its place in the
/// other part.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0.
/// Assumes: nothing; any p, any root. Of an odd count, both halves travel in as many segments as the larger
///          one; empty ones are sent.
/// Cost:    (d + 2(s-1))(alpha + n/(2s) beta) + alpha + n/2 beta for s segments of a half and p > 2, d <= 2
///          floor(lg p) being the rounds until the last rank has its first segment; (s + 1) alpha + n beta
///          for p = 2.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const int p = comm.size();
  const BinaryTree tree(p, call.root, BinaryTree::Kind::twins);
  const BinaryTree::Ranges ranges = halves(call.count);
  tree.broadcast(comm, call.buffer, call.type, ranges,
                 segments(ranges[0].count, comm.size_of(call.type), options));
  const int u = tree.number(comm.rank());
  if (partner(u, p) < 0) return;
  const int other = tree.rank_of(partner(u, p));
  const auto place = [&](const Range& range) {
    return element(call.buffer, range.first, comm.extent(call.type));
  };
  const Range& left = ranges[0];
  const Range& right = ranges[1];
  if (u == 0)
    comm.send(place(right), right.count, call.type, other);
  else if (partner(u, p) == 0)
    comm.recv(place(right), right.count, call.type, other);
  else if (u % 2 == 1)
    comm.sendrecv(place(left), left.count, other, place(right), right.count, other, call.type);
  else
    comm.sendrecv(place(right), right.count, other, place(left), left.count, other, call.type);
}

Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  if (p == 1) return {};
  const BinaryTree tree(p, shape.root, BinaryTree::Kind::twins);
  const BinaryTree::Ranges ranges = halves(shape.count);
  Cost cost = tree.cost(shape, ranges, segments(ranges[0].count, shape.type_size, options));
  const std::int64_t pairs = (p - 1) / 2;
  const std::int64_t right = ranges[1].count * shape.type_size;
  const auto receiver = [tree, p](int rank) {
    const int u = tree.number(rank);
    const int other = partner(u, p);
    return other < 0 || (other == 0 && u > 0) ? -1 : tree.rank_of(other);
  };
  cost.push_back({.messages = 2 * pairs + 1 - p % 2,
                  .volume = pairs * shape.bytes() + (1 - p % 2) * right,
                  .bytes = p == 2 ? right : shape.bytes() - right,
                  .pairs = pairs::to(receiver)});
  return cost;
}

/// Of unequal halves, the ranks on the right may be done sooner.
bool exact(const Shape& shape, const Options&) {
  return shape.count % 2 == 0;
}

const Registration<Bcast> split_binary{
    {.name = "split_binary",
     .source = "Pjesivac-Grbovic et al. 2007",
     .assumes = "nothing",
     .formula = "(p > 2 ? 3 + late : 2*(p - 1))*(alpha + n/2*beta)",
     .symbols =
         {{"late", [](int p) -> double { return last_start((p - 1) / 2); },
           "rounds until the last rank of a part has its first segment: the largest floor(lg i) + (ones "
           "of i in binary) - 1, i = 1..(p - 1)/2"}},
     .options = {{"segment_bytes", "0",
                  "cuts the halves into messages of at most so many bytes; 0: one each"}},
     .cost = cost,
     .exact = exact},
    run};

}  // namespace
}  // namespace collsim
