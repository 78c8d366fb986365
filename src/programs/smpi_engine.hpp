#pragma once

namespace collsim {

/// SimGrid's MPI as a process that answers (cli/answering.hpp). Returns the exit code.
int run_smpi_engine();

}  // namespace collsim
