#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Gather& call, const Options&) {
  const int code = PMPI_Gather(call.send, mpi_count(call.count), call.type, call.recv, mpi_count(call.count),
                               call.type, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Gather", code);
}

const Registration<Gather> library{library_baseline(portfolios, {"mvapich2_two_level"}), run};

}  // namespace
}  // namespace collsim
