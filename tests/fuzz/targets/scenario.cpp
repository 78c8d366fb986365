#include "lab/scenarios/scenario.hpp"

#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"scenario", [](const std::string& bytes) {
                                 constexpr std::size_t most_points = 2000;
                                 parse_scenario(bytes, "fuzz.json", {}, most_points);
                               }});

}  // namespace
}  // namespace collsim::fuzz
