#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/target.hpp"

/// libFuzzer's entry. FUZZ_TARGET in the environment names the target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const auto& target = []() -> const collsim::fuzz::Target& {
    const char* name = std::getenv("FUZZ_TARGET");
    return collsim::fuzz::target(name ? name : "");
  }();
  collsim::fuzz::feed(target, std::string(bytes, bytes + size));
  return 0;
}
