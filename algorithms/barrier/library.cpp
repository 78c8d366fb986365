#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Barrier&, const Options&) {
  const int code = PMPI_Barrier(comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Barrier", code);
}

const Registration<Barrier> library{library_baseline(portfolios, {"mpich_smp"}), run};

}  // namespace
}  // namespace collsim
