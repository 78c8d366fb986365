#include "cli/collsim.hpp"

int main(int argc, char** argv) {
  return collsim::run_collsim(argc, argv);
}
