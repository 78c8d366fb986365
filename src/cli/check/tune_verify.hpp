#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "cli/context.hpp"

namespace collsim {

/// The variables that TARGET.env exports. Throws Error where one is no setting of collectives: such a file may come from somebody else.
std::map<std::string, std::string> settings_in(const std::filesystem::path& file);

/// `collsim tune verify FOLDER --for TARGET --launch COMMAND`: has the MPI library that the command starts make calls under the file
/// that tune has written for the target, and tells whether it ran what was meant, and whether results are right. Returns 0 if all is as
/// meant, else 1.
int tune_verify_command(const Context& context);

}  // namespace collsim
