#include <string>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

// The MPI library's own collectives, whatever they choose: baselines. The backend applies the selector before the run.

/// SMPI's selectors of whole portfolios, which it has for most collectives.
const std::vector<std::string> portfolios = {"default", "ompi", "mpich", "mvapich2", "impi", "automatic"};

/// `more`: the collective's single algorithms, by SMPI's names.
Description baseline(std::vector<std::string> selectors = portfolios,
                     const std::vector<std::string>& more = {}) {
  selectors.insert(selectors.end(), more.begin(), more.end());
  return {
      .name = installed_library,
      .source = "the MPI library",
      .assumes = "what the library assumes",
      .options = {
          {"selector", "default", "which of the library's algorithms, by SMPI's name for it",
           std::move(selectors)},
          {"forced", "none",
           "which of Open MPI's algorithms where it is measured, by its own name, as chain(segsize=8192)"}}};
}

template <class Call>
void run_library(Comm& comm, const Call& call, const Options&) {
  comm.library(&call);
}

const Registration<Allgather> allgather{baseline(portfolios, {"SMP_NTS", "smp_simple", "mvapich2_smp"}),
                                        run_library<Allgather>};
const Registration<Allgatherv> allgatherv{baseline(), run_library<Allgatherv>};
const Registration<Allreduce> allreduce{
    baseline(portfolios, {"lr", "rab1", "rab2", "rab_rdb", "rdb", "smp_binomial", "smp_binomial_pipeline",
                          "smp_rdb", "smp_rsag", "smp_rsag_lr", "smp_rsag_rab", "redbcast",
                          "ompi_ring_segmented", "mvapich2_rs", "mvapich2_two_level", "rab"}),
    run_library<Allreduce>};
const Registration<Alltoall> alltoall{baseline(), run_library<Alltoall>};
const Registration<Alltoallv> alltoallv{baseline(), run_library<Alltoallv>};
const Registration<Barrier> barrier{baseline(portfolios, {"mpich_smp"}), run_library<Barrier>};
const Registration<Bcast> bcast{
    baseline(portfolios,
             {"arrival_pattern_aware", "arrival_pattern_aware_wait", "arrival_scatter", "binomial_tree",
              "flattree", "flattree_pipeline", "NTSB", "NTSL", "NTSL_Isend", "scatter_LR_allgather",
              "scatter_rdb_allgather", "SMP_binary", "SMP_binomial", "SMP_linear", "ompi_split_bintree",
              "ompi_pipeline", "mvapich2_inter_node", "mvapich2_intra_node", "mvapich2_knomial_intra_node"}),
    run_library<Bcast>};
const Registration<Exscan> exscan{baseline({"default"}), run_library<Exscan>};
const Registration<Gather> gather{baseline(portfolios, {"mvapich2_two_level"}), run_library<Gather>};
const Registration<Gatherv> gatherv{baseline({"default"}), run_library<Gatherv>};
const Registration<Reduce> reduce{
    baseline(portfolios, {"arrival_pattern_aware", "binomial", "flat_tree", "NTSL", "scatter_gather",
                          "ompi_chain", "ompi_pipeline", "ompi_basic_linear", "ompi_in_order_binary",
                          "ompi_binary", "ompi_binomial", "mvapich2_knomial", "mvapich2_two_level", "rab"}),
    run_library<Reduce>};
const Registration<ReduceScatter> reduce_scatter{baseline(), run_library<ReduceScatter>};
const Registration<ReduceScatterBlock> reduce_scatter_block{baseline(), run_library<ReduceScatterBlock>};
const Registration<Scan> scan{baseline({"default"}), run_library<Scan>};
const Registration<Scatter> scatter{
    baseline(portfolios, {"mvapich2_two_level_binomial", "mvapich2_two_level_direct"}), run_library<Scatter>};
const Registration<Scatterv> scatterv{baseline({"default"}), run_library<Scatterv>};

}  // namespace
}  // namespace collsim
