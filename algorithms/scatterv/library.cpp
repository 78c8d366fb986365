#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Scatterv> library{library_baseline({"default"}), run_library<Scatterv>};

}  // namespace
}  // namespace collsim
