#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/flag.hpp"

/// Flags that several commands have, some in words of their own (Flag::saying), or that another file reads than their command's.
namespace collsim::flags {

extern const Flag calibration, cells, claims, columns, counterparts, derivatives, dry_run, format, jobs,
    launch, launches, like, lstopo, machine, measured, mpi, native, nodes, out, pace, partition, pending,
    plugin, point, ranges, results, set, shard, slurm, targets, testbed, time, until, vary;
extern const Flag help, man, version;

/// Whether they say where to measure.
bool say_where_to_measure(const CommandLine& arguments);

/// The flags of every command: help, man, version.
FlagList of_all();
/// The flags of commands that answer points: how many at a time, where, and who. `folder`: where, unless somebody says.
FlagList of_answering(const std::string& folder, const FlagList& others);
/// The flags of these keys of a scenario.
FlagList keys(const std::set<std::string>& names);
/// The flags of all other keys.
FlagList keys_but(const std::set<std::string>& names);

/// The flags and others.
FlagList with(FlagList flags, const FlagList& others);

}  // namespace collsim::flags
