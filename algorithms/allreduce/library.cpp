#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own allreduce, whatever it chooses: a baseline. The backend applies the selector before
/// the run.
void run(Comm& comm, const Allreduce& call, const Options&) {
  const int code = PMPI_Allreduce(call.send, call.recv, call.count, call.type, call.op, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Allreduce", code);
}

const Registration<Allreduce> library{
    {.name = "library",
     .source = "the MPI library",
     .assumes = "what the library assumes",
     .options = {{"selector",
                  "default",
                  "which of the library's algorithms, by SMPI's name for it",
                  {"default",
                   "ompi",
                   "mpich",
                   "mvapich2",
                   "impi",
                   "automatic",
                   "lr",
                   "rab1",
                   "rab2",
                   "rab_rdb",
                   "rdb",
                   "smp_binomial",
                   "smp_binomial_pipeline",
                   "smp_rdb",
                   "smp_rsag",
                   "smp_rsag_lr",
                   "smp_rsag_rab",
                   "redbcast",
                   "ompi_ring_segmented",
                   "mvapich2_rs",
                   "mvapich2_two_level",
                   "rab"}}}},
    run};

}  // namespace
}  // namespace collsim
