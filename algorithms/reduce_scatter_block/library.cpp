#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const int code = PMPI_Reduce_scatter_block(call.send, call.recv, mpi_count(call.count), call.type, call.op,
                                             comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce_scatter_block", code);
}

const Registration<ReduceScatterBlock> library{library_baseline(), run};

}  // namespace
}  // namespace collsim
