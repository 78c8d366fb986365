#pragma once

#include "cli/arguments.hpp"
#include "support/process.hpp"
#include "testbed/testbed.hpp"

namespace collsim {

/// `collsim testbed up|down|status|run|platform FILE`. Returns the exit status: of run, that of the program.
int testbed_command(const CommandLine& arguments);

/// Starts collrun with these arguments on the ranks of --testbed, which is up meanwhile, or by --launch, and returns its
/// exit status. Throws Error where neither is given.
int launch_collrun(const CommandLine& arguments, const std::vector<std::string>& asked);

}  // namespace collsim
