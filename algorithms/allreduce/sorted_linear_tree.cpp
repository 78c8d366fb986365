#include "algorithms/facts/first_rank.hpp"
#include "algorithms/facts/nested.hpp"
#include "algorithms/patterns/run_nested.hpp"

namespace collsim {
namespace {

/// The chains to the rank that is expected last and from it.
std::string to_last(const Options& options) {
  return "chain(order=rising,segment_bytes=" + options.text("segment_bytes") + ")";
}
std::string from_last(const Options& options) {
  return "chain(segment_bytes=" + options.text("segment_bytes") + ")";
}
int last(int processes, const Options& options) {
  return static_cast<int>((options.integer("first") + processes - 1) % processes);
}

/// Sorted linear tree: partial sums travel in segments along a chain of ranks in the order in which they are expected to
/// come, so that those who come early have combined what they have before the last one is there; the sum follows the
/// chain from the last one on.
///
/// Source:  Proficz, J. Supercomputing 74, 2018, arXiv:1804.05349, where ranks estimate the order from earlier calls. Here
///          it is an option, by rank from `first` on, so that nobody knows what no rank could know.
/// Assumes: the operator commutes; any p.
/// Cost:    2(p-2+s)(alpha + n/s beta) + (p-2+s) n/s gamma for s segments.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const int root = last(comm.size(), options);
  const void* own = call.send == MPI_IN_PLACE && comm.rank() != root ? call.recv : call.send;
  run_nested(comm, to_last(options), Reduce{own, call.recv, call.count, call.type, call.op, root});
  run_nested(comm, from_last(options), Bcast{call.recv, call.count, call.type, root});
}

Cost cost(const Shape& shape, const Options& options) {
  Shape part = shape;
  part.root = last(shape.processes, options);
  const Nested& up = nested(Reduce::collective, to_last(options));
  const Nested& down = nested(Bcast::collective, from_last(options));
  Cost cost = up.about->cost(part, up.options);
  for (const Stage& stage : down.about->cost(part, down.options)) cost.push_back(stage);
  for (Stage& stage : cost)
    stage.pairs = Pairs([pairs = stage.pairs, part](const Shape&) { return pairs.list_of(part); },
                        stage.pairs.directed());
  return cost;
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string why = why_no_first_rank(shape, options);
  if (!why.empty()) return why;
  const Nested& up = nested(Reduce::collective, to_last(options));
  return up.about->why_unsupported(shape, up.options);
}

const Registration<Allreduce> sorted_linear_tree{
    {.name = "sorted_linear_tree",
     .source = "Proficz 2018",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (p - 1)*(2*alpha + 2*n*beta + n*gamma) : n*kappa)",
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"},
                 first_rank_option()},
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = always}},
    run};

}  // namespace
}  // namespace collsim
