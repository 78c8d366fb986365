#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binary_tree.hpp"

namespace collsim {
namespace {

BinaryTree::Ranges whole(std::int64_t count) {
  return {Range{0, count}, Range{0, count}};
}

/// Pipelined binary tree broadcast: the vector travels in segments down a complete binary tree; a rank sends
/// each to its two children, one after the other.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    (d + 2(s-1))(alpha + n/s beta) for s segments and p > 2, d <= 2 floor(lg p) being the rounds
///          until the last rank has its first segment; s (alpha + n/s beta) for p = 2.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const BinaryTree tree(comm.size(), call.root, BinaryTree::Kind::heap);
  tree.broadcast(comm, call.buffer, call.type, whole(call.count),
                 segments(call.count, comm.size_of(call.type), options));
}

Cost cost(const Shape& shape, const Options& options) {
  return BinaryTree(shape.processes, shape.root, BinaryTree::Kind::heap)
      .cost(shape, whole(shape.count), segments(shape.count, shape.type_size, options));
}

const Registration<Bcast> binary_pipelined{
    {.name = "binary_pipelined",
     .source = "Pjesivac-Grbovic et al. 2007",
     .assumes = "nothing",
     .formula = "late*(alpha + n*beta)",
     .symbols = {{"late", [](int p) -> double { return last_start(p); },
                  "rounds until the last rank has its first segment: the largest floor(lg i) + (ones of i in "
                  "binary) - 1, i = 1..p"}},
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"}},
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
