#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Exscan& call, const Options&) {
  const int code =
      PMPI_Exscan(call.send, call.recv, mpi_count(call.count), call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Exscan", code);
}

const Registration<Exscan> library{library_baseline({"default"}), run};

}  // namespace
}  // namespace collsim
