#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

void scatter(Comm& comm, const ReduceScatterBlock& call, const Places&, const void* whole) {
  find<Scatter>("linear").run(comm, {whole, call.recv, call.count, call.type, 0}, {});
}
void scatter(Comm& comm, const ReduceScatter& call, const Places& places, const void* whole) {
  find<Scatterv>("linear").run(comm, {whole, places, call.recv, places[comm.rank()].count, call.type, 0}, {});
}

/// Reduce to rank 0, then scatter: the way of the first MPICH.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521, as the old one.
/// Assumes: nothing; any p, any block sizes; combines in rank order.
/// Cost:    reduce/binomial + scatterv/linear: (ceil(lg p) + p-1) alpha + (ceil(lg p) n + (p-1)/p n) beta +
///          ceil(lg p) n gamma + n kappa + n/p kappa.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const Scattered<Call> own(comm, call);
  const std::int64_t count = own.places().total();
  const bool is_root = comm.rank() == 0;
  const Scratch whole = comm.scratch(is_root ? count : 0, call.type);
  find<Reduce>("binomial")
      .run(comm, {own.block(0), is_root ? whole.data() : nullptr, count, call.type, call.op, 0}, {});
  scatter(comm, call, own.places(), whole.data());
}

Cost cost(const Shape& shape, const Options&) {
  Shape out_of_place = shape;
  out_of_place.in_place = false;
  Cost cost = describe(Reduce::collective, "binomial").cost(out_of_place, {});
  cost += describe(Scatterv::collective, "linear").cost(out_of_place, {});
  return cost;
}

const Description about{
    .name = "reduce_scatterv",
    .source = "Thakur, Rabenseifner and Gropp 2005",
    .assumes = "nothing",
    .formula =
        "(r > 0 ? k + 1 : k)*(alpha + n*(beta + gamma)) + n*kappa + (p - 1)*(alpha + n/p*beta) + n/p*kappa",
    .cost = cost,
    .same_bits = {.for_any_p = never}};
const Registration<ReduceScatter> reduce_scatterv{about, run};
const Registration<ReduceScatterBlock> reduce_scatterv_block{about, run};

}  // namespace
}  // namespace collsim
