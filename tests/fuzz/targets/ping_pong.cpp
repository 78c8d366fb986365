#include "evidence/validation/ping_pong.hpp"

#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

const Registration registered({"ping_pong", [](const std::string& bytes) {
                                 const MemoryFile file(bytes);
                                 static_cast<void>(fit_ping_pong(path_of(file)));
                               }});

}  // namespace
}  // namespace collsim::fuzz
