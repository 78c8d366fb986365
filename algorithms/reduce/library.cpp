#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Reduce> library{
    library_baseline(
        portfolios, {"arrival_pattern_aware", "binomial", "flat_tree", "NTSL", "scatter_gather", "ompi_chain",
                     "ompi_pipeline", "ompi_basic_linear", "ompi_in_order_binary", "ompi_binary",
                     "ompi_binomial", "mvapich2_knomial", "mvapich2_two_level", "rab"}),
    run_library<Reduce>};

}  // namespace
}  // namespace collsim
