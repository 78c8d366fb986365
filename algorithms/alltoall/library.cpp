#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Alltoall> library{library_baseline(), run_library<Alltoall>};

}  // namespace
}  // namespace collsim
