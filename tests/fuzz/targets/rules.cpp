#include "rules/libraries/formats.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"rules", [](const std::string& bytes) {
                                 const Rules rules = read_rules(bytes, "fuzz.json");
                                 static_cast<void>(rules.warnings());
                                 static_cast<void>(rules.table());
                                 rules.choose(
                                     {.collective = "allreduce", .processes = 8, .bytes = 64, .op = "sum"});
                               }});

}  // namespace
}  // namespace collsim::fuzz
