#include "algorithms/patterns/bine.hpp"

#include "algorithms/patterns/swing.hpp"

namespace collsim {
namespace {

Cuts cuts(std::int64_t type_size, const Options& options) {
  return {.length = segment_length(type_size, options), .way_back = false};
}

/// Bine allreduce: the butterfly of bine.hpp, near ranks first, with halves of the vector and back, or with
/// whole vectors. On p = P ranks it is swing on a ring. Of halves in segments each is combined before the next is sent.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; segments: HLC-Lab/pico, commit 413bc5d.
/// Assumes: the operator commutes. Any p; r = p - P ranks fold first and receive the result last.
/// Cost:    bandwidth: that of halving_doubling; latency: that of recursive_doubling.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  allreduce_in_form(comm, call, bine(comm.size()), options, cuts(comm.size_of(call.type), options));
}

Cost cost(const Shape& shape, const Options& options) {
  return allreduce_in_form_cost(shape, bine(shape.processes), options, cuts(shape.type_size, options));
}

std::string wrong(const Options& options) {
  if (options.text("form") == "bandwidth" || options.integer("segment_bytes") == 0) return "";
  return "form=latency exchanges whole vectors; right would be no segment_bytes, or form=bandwidth";
}

std::string unsupported(const Shape& shape, const Options&) {
  return unless_combines_in_any_order(shape);
}

bool same_on_all_ranks(const Shape& shape, const Options& options) {
  return form_gives_same_bits(bine(shape.processes), options);
}

const Registration<Allreduce> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "commutative operator",
     .formula = form_formula,
     .options = {form_option(),
                 {"segment_bytes", "0",
                  "cuts halves that are combined into messages of at most so many bytes; 0: one each"}},
     .wrong = wrong,
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
