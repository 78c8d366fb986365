#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Exscan> library{library_baseline({"default"}), run_library<Exscan>};

}  // namespace
}  // namespace collsim
