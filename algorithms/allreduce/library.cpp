#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Allreduce> library{
    library_baseline(portfolios,
                     {"lr", "rab1", "rab2", "rab_rdb", "rdb", "smp_binomial", "smp_binomial_pipeline",
                      "smp_rdb", "smp_rsag", "smp_rsag_lr", "smp_rsag_rab", "redbcast", "ompi_ring_segmented",
                      "mvapich2_rs", "mvapich2_two_level", "rab"}),
    run_library<Allreduce>};

}  // namespace
}  // namespace collsim
