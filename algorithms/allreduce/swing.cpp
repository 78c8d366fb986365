#include "algorithms/patterns/swing.hpp"

#include "algorithms/patterns/torus.hpp"

namespace collsim {
namespace {

Butterfly butterfly(int processes, const Options& options) {
  const Fold fold(processes);
  return {fold, torus_of(options, fold.survivors())};
}

/// Swing allreduce on a torus: in round s a rank meets one along dimension s mod D, at hop distance
/// |1 - (-2)^(t+1)| / 3, t = floor(s/D), now on one side and now on the other, so that it meets nearer ranks
/// than in recursive doubling. In the bandwidth form it exchanges halves of vectors, and goes the way back.
///
/// Source:  De Sensi, Bonato, Saam and Hoefler, NSDI 2024, arXiv:2401.09356.
/// Assumes: the operator commutes. Ranks lie on the torus in row-major order. On one dimension any p (r = p -
///          P ranks fold; the paper has other ways for these p); the sizes of several are powers of two. One
///          message at a time: allreduce/multiport has a part of the vector for each port.
/// Cost:    bandwidth: that of halving_doubling; latency: that of recursive_doubling.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  allreduce_in_form(comm, call, butterfly(comm.size(), options), options);
}

Cost cost(const Shape& shape, const Options& options) {
  return allreduce_in_form_cost(shape, butterfly(shape.processes, options), options);
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string why = unless_on_torus(shape, options);
  return why.empty() ? unless_combines_in_any_order(shape) : why;
}

bool same_on_all_ranks(const Shape& shape, const Options& options) {
  return form_gives_same_bits(butterfly(shape.processes, options), options);
}

const Registration<Allreduce> swing{{.name = "swing",
                                     .source = "De Sensi et al. 2024",
                                     .assumes = "commutative operator",
                                     .formula = form_formula,
                                     .options = {form_option(), torus_option()},
                                     .cost = cost,
                                     .unsupported = unsupported,
                                     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
                                    run};

}  // namespace
}  // namespace collsim
