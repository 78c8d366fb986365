#include "algorithms/patterns/chain.hpp"

#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {
namespace {

/// The vector of one rank, segment by segment.
struct VectorSegments {
  const void* vector;
  MPI_Aint extent;
  Range whole;
  std::int64_t length;

  Range range(std::int64_t i) const { return whole.segment(i, length); }
  const void* segment_at(std::int64_t i) const { return element(vector, range(i).first, extent); }
  std::int64_t count(std::int64_t i) const { return range(i).count; }
};

/// The root takes every segment from all chains and combines it into the result: the first one in place, or where it
/// arrived.
void collect(Comm& comm, const Reduce& call, const VectorSegments& own, std::int64_t number,
             const std::vector<int>& sources) {
  const bool in_place = call.send == MPI_IN_PLACE;
  const Scratch landing = comm.scratch(in_place || sources.size() > 1 ? own.count(0) : 0, call.type);
  for (std::int64_t i = 0; i < number; ++i) {
    void* const result = element(call.recv, own.range(i).first, own.extent);
    for (const int source : sources) {
      const bool has_sum = in_place || source != sources.front();
      void* const arrived = has_sum ? landing.data() : result;
      comm.recv(arrived, own.count(i), call.type, source);
      comm.reduce_local(has_sum ? arrived : own.segment_at(i), result, own.count(i), call.type, call.op);
    }
  }
}

/// From a rank to the one that it receives from.
int step_of(const Options& options) {
  return options.text("order") == "falling" ? 1 : -1;
}

/// Chain (pipeline) reduce: partial results travel in segments from rank to rank to the root, by falling numbers or by
/// rising ones; a rank passes one segment on while it receives the next. The root takes every segment from all chains.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0; several chains as in Open MPI.
/// Assumes: the operator commutes; any p, any root. An empty vector is one empty message.
/// Cost:    (p-2+s)(alpha + n/s beta + n/s gamma) for s segments; with f chains of l ranks each
///          (l-1 + f s) times as much; nothing is copied.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const int p = comm.size();
  const int step = step_of(options);
  const auto rank_of = [&](int u) { return (call.root + step * u + p) % p; };
  const int u = (step * (comm.rank() - call.root) + p) % p;
  const Chains chains(p, options);
  const auto [number, length] = segments(call.count, comm.size_of(call.type), options);
  const void* vector = call.send == MPI_IN_PLACE ? call.recv : call.send;
  const VectorSegments own{vector, comm.extent(call.type), {0, call.count}, length};
  if (p == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  if (u == 0) {
    std::vector<int> heads;
    for (int chain = 0; chain < chains.number(); ++chain) heads.push_back(rank_of(chains.head(chain)));
    return collect(comm, call, own, number, heads);
  }
  const int destination = chains.is_head(u) ? call.root : rank_of(u - 1);
  const int source = rank_of(u + 1);
  if (chains.is_last(u)) {
    for (std::int64_t i = 0; i < number; ++i)
      comm.send(own.segment_at(i), own.count(i), call.type, destination);
    return;
  }
  const Scratch even = comm.scratch(own.count(0), call.type);
  const Scratch odd = comm.scratch(own.count(0), call.type);
  const auto landing = [&](std::int64_t i) { return i % 2 == 0 ? even.data() : odd.data(); };
  for (std::int64_t i = 0; i < number; ++i) {
    if (i == 0)
      comm.recv(landing(i), own.count(i), call.type, source);
    else
      comm.sendrecv(landing(i - 1), own.count(i - 1), destination, landing(i), own.count(i), source,
                    call.type);
    comm.reduce_local(own.segment_at(i), landing(i), own.count(i), call.type, call.op);
  }
  comm.send(landing(number - 1), own.count(number - 1), call.type, destination);
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  return chain_cost(shape, options, true, step_of(options));
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative
             ? ""
             : "the operator does not commute, and a chain combines in another order than the ranks'";
}

/// Where another one begins depends on the number of ranks.
bool one_chain(const Shape&, const Options& options) {
  return options.integer("chains") == 1;
}

const Registration<Reduce> chain{
    {.name = "chain",
     .source = "Pjesivac-Grbovic et al. 2007",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (p - 1)*(alpha + n*beta + n*gamma) : n*kappa)",
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"},
                 {"order", "falling", "of ranks on the way to the root", {"falling", "rising"}},
                 Chains::option()},
     .cost = cost,
     .exact = chain_is_exact,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = one_chain}},
    run};

}  // namespace
}  // namespace collsim
