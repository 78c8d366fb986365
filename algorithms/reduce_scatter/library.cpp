#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<ReduceScatter> library{library_baseline(), run_library<ReduceScatter>};

}  // namespace
}  // namespace collsim
