#include "testbed/testbed.hpp"

#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"testbed", [](const std::string& bytes) {
                                 static_cast<void>(Testbed::parse(bytes, "fuzz.json"));
                               }});

}  // namespace
}  // namespace collsim::fuzz
