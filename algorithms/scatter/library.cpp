#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Scatter& call, const Options&) {
  const int code = PMPI_Scatter(call.send, mpi_count(call.count), call.type, call.recv, mpi_count(call.count),
                                call.type, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Scatter", code);
}

const Registration<Scatter> library{
    library_baseline(portfolios, {"mvapich2_two_level_binomial", "mvapich2_two_level_direct"}), run};

}  // namespace
}  // namespace collsim
