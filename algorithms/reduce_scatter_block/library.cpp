#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own reduce scatter block, whatever it chooses: a baseline. The backend applies the
/// selector before the run.
void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const int code =
      PMPI_Reduce_scatter_block(call.send, call.recv, call.count, call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce_scatter_block", code);
}

const Registration<ReduceScatterBlock> library{
    {.name = "library",
     .source = "the MPI library",
     .assumes = "what the library assumes",
     .options = {{"selector",
                  "default",
                  "which of the library's algorithms, by SMPI's name for it",
                  {"default", "ompi", "mpich", "mvapich2", "impi", "automatic"}}}},
    run};

}  // namespace
}  // namespace collsim
