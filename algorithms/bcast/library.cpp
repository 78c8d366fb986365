#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Bcast> library{
    library_baseline(
        portfolios,
        {"arrival_pattern_aware", "arrival_pattern_aware_wait", "arrival_scatter", "binomial_tree",
         "flattree", "flattree_pipeline", "NTSB", "NTSL", "NTSL_Isend", "scatter_LR_allgather",
         "scatter_rdb_allgather", "SMP_binary", "SMP_binomial", "SMP_linear", "ompi_split_bintree",
         "ompi_pipeline", "mvapich2_inter_node", "mvapich2_intra_node", "mvapich2_knomial_intra_node"}),
    run_library<Bcast>};

}  // namespace
}  // namespace collsim
