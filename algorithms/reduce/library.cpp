#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own reduce, whatever it chooses: a baseline. The backend applies the selector before the
/// run.
void run(Comm& comm, const Reduce& call, const Options&) {
  const int code = MPI_Reduce(call.send, call.recv, call.count, call.type, call.op, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce", code);
}

const Registration<Reduce> library{
    {.name = "library",
     .source = "the MPI library",
     .assumes = "what the library assumes",
     .options = {{"selector", "default", "which of the library's algorithms, by its name for it"}}},
    run};

}  // namespace
}  // namespace collsim
