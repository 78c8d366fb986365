#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Alltoallv& call, const Options&) {
  const std::vector<int> send_displacements = mpi_counts(call.send_displacements);
  const std::vector<int> recv_displacements = mpi_counts(call.recv_displacements);
  const int code =
      PMPI_Alltoallv(call.send, call.send_counts.data(), send_displacements.data(), call.type, call.recv,
                     call.recv_counts.data(), recv_displacements.data(), call.type, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Alltoallv", code);
}

const Registration<Alltoallv> library{library_baseline(), run};

}  // namespace
}  // namespace collsim
