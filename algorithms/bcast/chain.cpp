#include "algorithms/patterns/chain.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {
namespace {

/// Chain (pipeline) broadcast: the vector travels in segments from rank to rank; a rank passes one segment on
/// while it receives the next.
///
/// Source:  Pjesivac-Grbovic et al., Cluster Computing 10, 2007, doi:10.1007/s10586-007-0012-0.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    (p-2+s)(alpha + n/s beta) for s segments.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const int p = comm.size();
  const int u = (comm.rank() - call.root + p) % p;
  const int before = (comm.rank() + p - 1) % p;
  const int behind = (comm.rank() + 1) % p;
  const auto [number, length] = segments(call.count, comm.size_of(call.type), options);
  const MPI_Aint extent = comm.extent(call.type);
  const bool passes_on = u < p - 1;
  for (std::int64_t i = 0; i <= number; ++i) {
    const Range out = Range{0, call.count}.segment(i - 1, length);
    const Range in = Range{0, call.count}.segment(i, length);
    const bool sends = i > 0 && passes_on;
    const bool receives = i < number && u > 0;
    const void* from = element(call.buffer, out.first, extent);
    void* to = element(call.buffer, in.first, extent);
    const std::int64_t sent = out.count;
    const std::int64_t received = in.count;
    if (sends && receives)
      comm.sendrecv(from, sent, behind, to, received, before, call.type);
    else if (sends)
      comm.send(from, sent, call.type, behind);
    else if (receives)
      comm.recv(to, received, call.type, before);
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
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"}},
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
