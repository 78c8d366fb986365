#pragma once

#include <filesystem>
#include <string>

namespace collsim {

/// A page about the results folders in `folder`, or about this one if it is one: of each its question, the command that
/// answers it, its figures, tables and scoreboard, and where the numbers of their platforms come from. Throws Error where
/// nothing was run, or a file is not what a run writes.
std::string report_of(const std::filesystem::path& folder);

}  // namespace collsim
