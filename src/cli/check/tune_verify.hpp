#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "cli/context.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// The variables that TARGET.env exports, whose file of rules lies beside it; what the library would not read of that is told. Throws
/// Error where one is no setting of collectives, since such a file may come from somebody else, or names another folder.
std::map<std::string, std::string> tuned_settings(const std::filesystem::path& folder, const Target& target);

/// `collsim tune verify FOLDER --for TARGET --launch COMMAND`: has the MPI library that the command starts make calls under the file
/// that tune has written for the target, and tells whether it ran what was meant, and whether results are right. Returns 0 if all is as
/// meant, else 1.
int tune_verify_command(const Context& context);

}  // namespace collsim
