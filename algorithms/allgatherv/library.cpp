#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Allgatherv> library{library_baseline(), run_library<Allgatherv>};

}  // namespace
}  // namespace collsim
