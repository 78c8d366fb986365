#include "points/choice.hpp"

#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"choice", [](const std::string& bytes) {
                                 for (const auto& choice : choose("allreduce", bytes))
                                   static_cast<void>(choice.options.to_string());
                               }});

}  // namespace
}  // namespace collsim::fuzz
