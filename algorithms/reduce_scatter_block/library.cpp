#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<ReduceScatterBlock> library{library_baseline(), run_library<ReduceScatterBlock>};

}  // namespace
}  // namespace collsim
