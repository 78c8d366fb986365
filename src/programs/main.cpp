#include <string_view>

#include "backends/fast/client/fast_program.hpp"
#include "backends/smpi/client/facts.hpp"
#include "cli/program.hpp"
#include "programs/fast_engine.hpp"
#include "programs/smpi_engine.hpp"

int main(int argc, char** argv) {
  const std::string_view word = argc == 2 ? argv[1] : "";
  if (word == collsim::fast_engine_word) return collsim::run_fast_engine();
  if (word == collsim::smpi_word) return collsim::run_smpi_engine();
  return collsim::run_collsim(argc, argv);
}
