#pragma once

#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace collsim {

/// What `collsim help` prints: a line for each command.
std::string help(const std::vector<Verb>& verbs);
/// What `collsim help VERB` prints: operands, flags and examples. `command`: how it is called.
std::string help(const Verb& verb, const std::string& command);

/// Gives the same for man, in roff: the pages collsim(1) and collsim-VERB(1).
std::string man_page(const std::vector<Verb>& verbs);
std::string man_page(const Verb& verb);

/// All commands with their flags, for people: a page in Markdown, which is docs/reference/commands.md.
std::string commands_page(const std::vector<Verb>& verbs);

}  // namespace collsim
