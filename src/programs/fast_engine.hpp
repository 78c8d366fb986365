#pragma once

namespace collsim {

/// The fast engine as a process that answers (cli/answering.hpp). Returns the exit code.
int run_fast_engine();

}  // namespace collsim
