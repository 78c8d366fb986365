#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/flag.hpp"

/// Flags that several commands have. Some have them in words of their own (Flag::saying).
namespace collsim::flags {

extern const Flag calibration, cells, columns, counterparts, derivatives, dry_run, format, jobs, launch,
    launches, like, lstopo, mpi, nodes, out, pace, plugin, point, results, set, testbed;

/// Those of every command: help, man, version.
FlagList of_all();
/// Those of commands that answer points: how many at a time, where, and who. `folder`: where, unless somebody says.
FlagList of_answering(const std::string& folder, const FlagList& others);
/// The flags of these keys of a scenario.
FlagList keys(const std::set<std::string>& names);

/// The flags and others.
FlagList with(FlagList flags, const FlagList& others);
/// The flags but those of these names.
FlagList without(FlagList flags, const std::set<std::string>& names);
/// The flag, which has a meaning beside these first operands only.
Flag beside(Flag flag, std::vector<std::string> operands);

}  // namespace collsim::flags
