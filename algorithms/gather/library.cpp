#include "algorithms/library.hpp"

namespace collsim {
namespace {

const Registration<Gather> library{library_baseline(portfolios, {"mvapich2_two_level"}), run_library<Gather>};

}  // namespace
}  // namespace collsim
