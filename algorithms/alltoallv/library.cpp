#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Alltoallv& call, const Options&) {
  const std::vector<int> send_counts = mpi_counts(call.send_blocks),
                         send_displacements = mpi_displacements(call.send_blocks),
                         recv_counts = mpi_counts(call.recv_blocks),
                         recv_displacements = mpi_displacements(call.recv_blocks);
  const int code =
      PMPI_Alltoallv(call.send, send_counts.data(), send_displacements.data(), call.type, call.recv,
                     recv_counts.data(), recv_displacements.data(), call.type, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Alltoallv", code);
}

const Registration<Alltoallv> library{library_baseline(), run};

}  // namespace
}  // namespace collsim
