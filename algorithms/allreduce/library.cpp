#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Allreduce& call, const Options&) {
  const int code =
      PMPI_Allreduce(call.send, call.recv, mpi_count(call.count), call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Allreduce", code);
}

const Registration<Allreduce> library{
    library_baseline(portfolios,
                     {"lr", "rab1", "rab2", "rab_rdb", "rdb", "smp_binomial", "smp_binomial_pipeline",
                      "smp_rdb", "smp_rsag", "smp_rsag_lr", "smp_rsag_rab", "redbcast", "ompi_ring_segmented",
                      "mvapich2_rs", "mvapich2_two_level", "rab"}),
    run};

}  // namespace
}  // namespace collsim
