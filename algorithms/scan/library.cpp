#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Scan> library{library_baseline({"default"}), run_library<Scan>};

}  // namespace
}  // namespace collsim
