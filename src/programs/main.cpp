#include <string_view>

#include "backends/fast/client/fast_program.hpp"
#include "cli/collsim.hpp"
#include "programs/fast_engine.hpp"

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == collsim::fast_engine_word) return collsim::run_fast_engine();
  return collsim::run_collsim(argc, argv);
}
