#include "algorithms/patterns/chain.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {
namespace {

/// Chain (pipeline) broadcast: the vector travels in segments from rank to rank; a rank passes one segment on
/// while it receives the next. The root sends every segment down all chains.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0; several chains as in Open MPI.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    (p-2+s)(alpha + n/s beta) for s segments; with f chains of l ranks each, (l-1 + f s)(alpha + n/s beta).
void run(Comm& comm, const Bcast& call, const Options& options) {
  const int p = comm.size();
  const int u = (comm.rank() - call.root + p) % p;
  const Chains chains(p, options);
  const auto [number, length] = segments(call.count, comm.size_of(call.type), options);
  const auto segment = [&, length = length](std::int64_t i) {
    return Range{0, call.count}.segment(i, length);
  };
  const auto place = [&](const Range& range) {
    return element(call.buffer, range.first, comm.extent(call.type));
  };
  if (u == 0) {
    for (std::int64_t i = 0; i < number; ++i)
      for (int chain = 0; chain < chains.number(); ++chain)
        comm.send(place(segment(i)), segment(i).count, call.type, (chains.head(chain) + call.root) % p);
    return;
  }
  const int before = chains.is_head(u) ? call.root : (comm.rank() + p - 1) % p;
  const int behind = (comm.rank() + 1) % p;
  const bool passes_on = !chains.is_last(u);
  for (std::int64_t i = 0; i <= number; ++i) {
    const Range out = segment(i - 1), in = segment(i);
    const bool sends = i > 0 && passes_on;
    const bool receives = i < number;
    if (sends && receives)
      comm.sendrecv(place(out), out.count, behind, place(in), in.count, before, call.type);
    else if (sends)
      comm.send(place(out), out.count, call.type, behind);
    else if (receives)
      comm.recv(place(in), in.count, call.type, before);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  return chain_cost(shape, options, false);
}

const Registration<Bcast> chain{
    {.name = "chain",
     .source = "Pjesivac-Grbovic et al. 2007",
     .assumes = "nothing",
     .formula = "(p - 1)*(alpha + n*beta)",
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"},
                 Chains::option()},
     .cost = cost,
     .exact = chain_is_exact},
    run};

}  // namespace
}  // namespace collsim
