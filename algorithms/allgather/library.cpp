#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Allgather> library{library_baseline(portfolios, {"SMP_NTS", "smp_simple", "mvapich2_smp"}),
                                      run_library<Allgather>};

}  // namespace
}  // namespace collsim
