#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own allgather, whatever it chooses: a baseline. The backend applies the selector before
/// the run.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int code =
      PMPI_Allgather(call.send, call.count, call.type, call.recv, call.count, call.type, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Allgather", code);
}

const Registration<Allgather> library{
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
