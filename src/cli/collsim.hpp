#pragma once

namespace collsim {

/// The program, with SimGrid or without. Returns the exit code.
int run_collsim(int argc, char** argv);

}  // namespace collsim
