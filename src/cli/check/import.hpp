#pragma once

#include <map>
#include <string>

#include "cli/arguments.hpp"
#include "points/row.hpp"

namespace collsim {

/// --counterparts, else the file that comes with collsim.
std::string counterparts_of(const CommandLine& arguments);

/// Reads --columns THEIRS=OURS,...: our names of columns, by theirs. Throws Error.
std::map<std::string, std::string> columns_of(const CommandLine& arguments);

/// What other benchmarks printed and others' tables (.csv) hold, in the files [ALGORITHM=]FILE that follow the command: the table of
/// native rows that `validate native` and `validate measured` judge (--cells). Throws Error.
Cells imported(const CommandLine& arguments);

/// `collsim import [ALGORITHM=]FILE...`: prints or writes that table. Throws Error.
int import_command(const CommandLine& arguments);

}  // namespace collsim
