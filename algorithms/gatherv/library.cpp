#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Gatherv& call, const Options&) {
  const std::vector<int> counts = mpi_counts(call.blocks), displacements = mpi_displacements(call.blocks);
  const int code = PMPI_Gatherv(call.send, mpi_count(call.count), call.type, call.recv, counts.data(),
                                displacements.data(), call.type, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Gatherv", code);
}

const Registration<Gatherv> library{library_baseline({"default"}), run};

}  // namespace
}  // namespace collsim
