#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Bcast& call, const Options&) {
  const int code = PMPI_Bcast(call.buffer, mpi_count(call.count), call.type, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Bcast", code);
}

const Registration<Bcast> library{
    library_baseline(
        portfolios,
        {"arrival_pattern_aware", "arrival_pattern_aware_wait", "arrival_scatter", "binomial_tree",
         "flattree", "flattree_pipeline", "NTSB", "NTSL", "NTSL_Isend", "scatter_LR_allgather",
         "scatter_rdb_allgather", "SMP_binary", "SMP_binomial", "SMP_linear", "ompi_split_bintree",
         "ompi_pipeline", "mvapich2_inter_node", "mvapich2_intra_node", "mvapich2_knomial_intra_node"}),
    run};

}  // namespace
}  // namespace collsim
