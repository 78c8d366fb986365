#pragma once

#include <functional>
#include <map>
#include <string>

#include "cli/context.hpp"

namespace collsim {

/// What one of the programs can do. What it cannot it has the other do, in its own process and under the same command
/// line: collsim asks, collcheck judges, and who asks need not wait until collcheck is built.
struct Abilities {
  std::map<std::string, std::function<int(const Context&)>> performers;  ///< by the command's name
  Compare compare = {};
};

/// main() of collsim and collcheck. Returns the exit status.
int run_program(int argc, char** argv, const Abilities& abilities);

/// `collsim run` and `collsim map`.
int run_command(const Context& context);
int map_command(const Context& context);

/// The operand of a command that takes one. Throws Error unless there is one; `what` it would be.
const std::string& operand(const Context& context, const char* what);

}  // namespace collsim
