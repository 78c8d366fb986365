#pragma once

#include <map>
#include <string>

#include "cli/arguments.hpp"

namespace collsim {

/// Reads --columns THEIRS=OURS,...: our names of columns, by theirs. Throws Error.
std::map<std::string, std::string> columns_of(const CommandLine& arguments);

/// `collsim import [ALGORITHM=]FILE...`: what other benchmarks printed and others' tables (.csv) hold, as the table of native
/// rows that `validate native` and `validate measured` judge (--cells). Throws Error.
int import_command(const CommandLine& arguments);

}  // namespace collsim
