#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own exscan, whatever it chooses: a baseline. The backend applies the selector before the
/// run.
void run(Comm& comm, const Exscan& call, const Options&) {
  const int code = PMPI_Exscan(call.send, call.recv, call.count, call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Exscan", code);
}

const Registration<Exscan> library{
    {.name = "library",
     .source = "the MPI library",
     .assumes = "what the library assumes",
     .options =
         {{"selector", "default", "which of the library's algorithms, by SMPI's name for it", {"default"}}}},
    run};

}  // namespace
}  // namespace collsim
