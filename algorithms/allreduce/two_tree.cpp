#include "algorithms/patterns/two_tree.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Two-tree allreduce: reduce to rank 0, then broadcast.
///
/// Source:  Sanders, Speck and Traeff, Parallel Computing 35(12), 2009, doi:10.1016/j.parco.2009.09.001.
/// Assumes: the operator commutes; any p.
/// Cost:    reduce/two_tree + bcast/two_tree.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const bool in_place_elsewhere = call.send == MPI_IN_PLACE && comm.rank() != 0;
  const void* send = in_place_elsewhere ? call.recv : call.send;
  find<Reduce>("two_tree").run(comm, {send, call.recv, call.count, call.type, call.op, 0}, options);
  find<Bcast>("two_tree").run(comm, {call.recv, call.count, call.type, 0}, options);
}

Cost cost(const Shape& shape, const Options& options) {
  Cost cost = describe(Reduce::collective, "two_tree").cost(shape, options);
  cost += describe(Bcast::collective, "two_tree").cost(shape, options);
  return cost;
}

std::string unsupported(const Shape& shape, const Options& options) {
  return describe(Reduce::collective, "two_tree").unsupported(shape, options);
}

const Registration<Allreduce> two_tree{
    {.name = "two_tree",
     .source = "Sanders, Speck and Traeff 2009",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? 0 : n*kappa) - (p == 3 ? n/2*gamma : 0) + (p > 2 ? 2*(r > 0 ? k + 1 : k) - odd "
                ": 2*(p - 1))*(2*alpha + n*beta + n/2*gamma)",
     .symbols = {two_tree_symbol()},
     .options = {two_tree_option()},
     .cost = cost,
     .exact = two_tree_is_exact,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
