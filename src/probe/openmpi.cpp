// The program has functions of the names of Open MPI's algorithms, which its component tuned finds before those of libmpi. Each counts and
// goes on in libmpi's, whose arguments nobody here needs to know.
#include <dlfcn.h>

#include <array>

#include "probe/witness.hpp"

#if !defined(__x86_64__)
#error "the functions that count and jump are written for x86-64"
#endif

namespace {

constexpr std::array names = {
#define FUNCTION(name) #name,
#include "probe/openmpi_functions.def"
#undef FUNCTION
};

}  // namespace

extern "C" {
#define FUNCTION(name)             \
  long collprobe_count_##name = 0; \
  void* collprobe_next_##name = nullptr;
#include "probe/openmpi_functions.def"
#undef FUNCTION
}

#define FUNCTION(name)                                                                                 \
  asm(".text\n.globl ompi_coll_base_" #name "\n.type ompi_coll_base_" #name                            \
      ", @function\n"                                                                                  \
      "ompi_coll_base_" #name ":\n  incq collprobe_count_" #name                                       \
      "(%rip)\n"                                                                                       \
      "  jmp *collprobe_next_" #name "(%rip)\n.size ompi_coll_base_" #name ", .-ompi_coll_base_" #name \
      "\n");
#include "probe/openmpi_functions.def"
#undef FUNCTION

namespace {

/// Before MPI_Init, which calls none of them.
struct Found {
  Found() {
#define FUNCTION(name) collprobe_next_##name = dlsym(RTLD_NEXT, "ompi_coll_base_" #name);
#include "probe/openmpi_functions.def"
#undef FUNCTION
  }
} const found;

}  // namespace

namespace collsim::probe {

std::vector<long> witnessed() {
  return {
#define FUNCTION(name) collprobe_count_##name,
#include "probe/openmpi_functions.def"
#undef FUNCTION
  };
}

std::string testimony(const std::string& collective, std::size_t bytes, const std::vector<long>& counts) {
  std::string text = "ran " + collective + " " + std::to_string(bytes) + " ", ran;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const std::string name = names[i], prefix = collective + "_intra_";
    ran += (ran.empty() ? "" : ",") + (name.starts_with(prefix) ? name.substr(prefix.size()) : "." + name);
  }
  return text + (ran.empty() ? "nothing" : ran);
}

}  // namespace collsim::probe
