#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Allgather& call, const Options&) {
  const int code = PMPI_Allgather(call.send, mpi_count(call.count), call.type, call.recv,
                                  mpi_count(call.count), call.type, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Allgather", code);
}

const Registration<Allgather> library{library_baseline(portfolios, {"SMP_NTS", "smp_simple", "mvapich2_smp"}),
                                      run};

}  // namespace
}  // namespace collsim
