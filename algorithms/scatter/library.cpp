#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Scatter> library{
    library_baseline(portfolios, {"mvapich2_two_level_binomial", "mvapich2_two_level_direct"}),
    run_library<Scatter>};

}  // namespace
}  // namespace collsim
