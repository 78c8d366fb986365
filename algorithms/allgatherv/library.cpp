#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Allgatherv& call, const Options&) {
  const std::vector<int> counts = mpi_counts(call.blocks), displacements = mpi_displacements(call.blocks);
  const int code = PMPI_Allgatherv(call.send, counts[static_cast<std::size_t>(comm.rank())], call.type,
                                   call.recv, counts.data(), displacements.data(), call.type, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Allgatherv", code);
}

const Registration<Allgatherv> library{library_baseline(), run};

}  // namespace
}  // namespace collsim
