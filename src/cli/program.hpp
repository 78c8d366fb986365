#pragma once

namespace collsim {

/// main() of collsim. Returns the exit status.
int run_collsim(int argc, char** argv);

}  // namespace collsim
