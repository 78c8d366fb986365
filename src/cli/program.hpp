#pragma once

#include <string>

#include "cli/judging.hpp"

namespace collsim {

/// main() of collsim, which has what judges perform other commands than these. Returns the exit status.
int run_program(int argc, char** argv, const Performers& performers);

/// `collsim run` and `collsim map`.
int run_command(const Context& context);
int map_command(const Context& context);

/// The operand of a command that takes one. Throws Error unless there is one; `what` it would be.
const std::string& operand(const Context& context, const char* what);

}  // namespace collsim
