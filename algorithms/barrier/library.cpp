#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Barrier> library{library_baseline(portfolios, {"mpich_smp"}), run_library<Barrier>};

}  // namespace
}  // namespace collsim
