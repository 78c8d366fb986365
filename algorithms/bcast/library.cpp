#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own bcast, whatever it chooses: a baseline. The backend applies the selector before the
/// run.
void run(Comm& comm, const Bcast& call, const Options&) {
  const int code = MPI_Bcast(call.buffer, call.count, call.type, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Bcast", code);
}

const Registration<Bcast> library{
    {.name = "library",
     .source = "the MPI library",
     .assumes = "what the library assumes",
     .options = {{"selector", "default", "which of the library's algorithms, by its name for it"}}},
    run};

}  // namespace
}  // namespace collsim
