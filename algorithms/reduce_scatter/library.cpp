#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const ReduceScatter& call, const Options&) {
  const std::vector<int> counts = mpi_counts(call.blocks);
  const int code =
      PMPI_Reduce_scatter(call.send, call.recv, counts.data(), call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce_scatter", code);
}

const Registration<ReduceScatter> library{library_baseline(), run};

}  // namespace
}  // namespace collsim
