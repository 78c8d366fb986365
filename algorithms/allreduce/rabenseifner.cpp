#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/butterfly_allreduce.hpp"

namespace collsim {
namespace {

/// Rabenseifner's allreduce: a reduce-scatter by vector halving and distance doubling, then an allgather by
/// the way back. Registered under two names that differ where p is not a power of two: `rabenseifner` folds
/// whole vectors, as MPICH does; in `halving_doubling` the ranks of a pair share the combines of the fold.
///
/// Source:  Rabenseifner, ICCS 2004, doi:10.1007/978-3-540-24685-5_1; Thakur et al., IJHPCA 19(1), 2005.
/// Assumes: nothing; any p, r = p - P ranks fold first and receive the result last. Combines in rank order;
///          an operator that commutes is applied without copying the send vector first.
///          Blocks differ by at most one element; empty ones, where n has fewer elements than P, lie among the
///          others (with blocks=first behind them, as published) and are sent. With segment_bytes, all halves
///          of a round travel as the ceil(largest half / segment) messages of the largest, and folded vectors
///          likewise, each combined before the next is sent.
/// Cost:    2k alpha + q' n (2 beta + gamma), q' = (P-1)/P, and where r > 0 fold and return:
///          whole: 2 alpha + 2n beta + n gamma; half: 3 alpha + 2n beta + n/2 gamma.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  allreduce_by_halving(comm, call, Fold(comm.size()), options.text("fold") == "half",
                       {segment_length(comm.size_of(call.type), options), scarce(options)});
}

Cost cost(const Shape& shape, const Options& options) {
  return allreduce_by_halving_cost(shape, Fold(shape.processes), options.text("fold") == "half",
                                   {segment_length(shape.type_size, options), scarce(options)});
}

Description description(const std::string& name, const std::string& fold, const std::string& folding) {
  return {.name = name,
          .source = "Rabenseifner 2004",
          .assumes = "nothing",
          .formula = "(p > 1 ? 0 : n*kappa) + 2*k*alpha + (P - 1)/P*n*(2*beta + gamma) + (r > 0 ? " +
                     folding + " : 0)",
          .options = {scarce_option(),
                      {"fold",
                       fold,
                       "what the ranks beyond a power of two fold: half vectors or whole ones",
                       {"half", "whole"}},
                      {"segment_bytes", "0",
                       "cuts vectors and halves into messages of at most so many bytes; 0: one each"}},
          .cost = cost,
          .same_bits = {.on_all_ranks = always, .for_any_p = never}};
}

const Registration<Allreduce> rabenseifner{
    description("rabenseifner", "whole", "2*alpha + 2*n*beta + n*gamma"), run};
const Registration<Allreduce> halving_doubling{
    description("halving_doubling", "half", "3*alpha + 2*n*beta + n/2*gamma"), run};

}  // namespace
}  // namespace collsim
