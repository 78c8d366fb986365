#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Scan& call, const Options&) {
  const int code = PMPI_Scan(call.send, call.recv, mpi_count(call.count), call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Scan", code);
}

const Registration<Scan> library{library_baseline({"default"}), run};

}  // namespace
}  // namespace collsim
