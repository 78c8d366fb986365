#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Gatherv> library{library_baseline({"default"}), run_library<Gatherv>};

}  // namespace
}  // namespace collsim
