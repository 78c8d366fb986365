#include "algorithms/patterns/swing.hpp"

#include <charconv>
#include <optional>

namespace collsim {
namespace {

/// "8x8x4" as 8, 8, 4; nothing if it is not of this form.
std::optional<std::vector<int>> parse(const std::string& dims) {
  std::vector<int> sizes;
  const char* const end = dims.data() + dims.size();
  for (const char* at = dims.data();; ++at) {
    const auto [next, failure] = std::from_chars(at, end, sizes.emplace_back());
    if (failure != std::errc() || sizes.back() < 1) return std::nullopt;
    if (next == end) return sizes;
    if (*next != 'x') return std::nullopt;
    at = next;
  }
}

Butterfly butterfly(int processes, const Options& options) {
  const Fold fold(processes);
  const std::string& dims = options.text("dims");
  return {fold, dims.empty() ? std::vector{fold.survivors()} : parse(dims).value()};
}

/// Swing allreduce on a torus: in round s a rank meets one along dimension s mod D, at hop distance
/// |1 - (-2)^(t+1)| / 3, t = floor(s/D), now on one side and now on the other, so that it meets nearer ranks
/// than in recursive doubling. In the bandwidth form it exchanges halves of vectors, and goes the way back.
///
/// Source:  De Sensi, Bonato, Saam and Hoefler, NSDI 2024, arXiv:2401.09356.
/// Assumes: the operator commutes. Ranks lie on the torus in row-major order. On one dimension any p (r = p -
///          P ranks fold; the paper has other ways for these p); the sizes of several are powers of two. One
///          message at a time: the paper's 2D concurrent parts of a vector, one per port, are not formed.
/// Cost:    bandwidth: that of halving_doubling; latency: that of recursive_doubling.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  allreduce_in_form(comm, call, butterfly(comm.size(), options), options);
}

Cost cost(const Shape& shape, const Options& options) {
  return allreduce_in_form_cost(shape, butterfly(shape.processes, options), options);
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string& dims = options.text("dims");
  if (dims.empty()) return unless_combines_in_any_order(shape);
  const auto torus = parse(dims);
  if (!torus) return "dims '" + dims + "' is not of the form 8x8x4";
  std::int64_t ranks = 1;
  for (const int size : *torus) {
    if (!std::has_single_bit(static_cast<unsigned>(size)))
      return "the dimension " + std::to_string(size) + " is not a power of two";
    ranks = std::min<std::int64_t>(ranks, shape.processes + 1) * size;  // does not overflow
  }
  if (ranks != shape.processes)
    return "a torus of " + dims + " does not have " + std::to_string(shape.processes) + " ranks";
  return unless_combines_in_any_order(shape);
}

bool same_on_all_ranks(const Shape& shape, const Options& options) {
  return form_gives_same_bits(butterfly(shape.processes, options), options);
}

const Registration<Allreduce> swing{
    {.name = "swing",
     .source = "De Sensi et al. 2024",
     .assumes = "commutative operator",
     .formula = form_formula,
     .options = {form_option(), {"dims", "", "the torus, as 8x8x4; empty: a ring"}},
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
