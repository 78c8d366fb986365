#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Alltoallv> library{library_baseline(), run_library<Alltoallv>};

}  // namespace
}  // namespace collsim
