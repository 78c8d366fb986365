#pragma once

#include <string>

#include "cli/verb.hpp"
#include "lab/scenarios/runner.hpp"

namespace collsim {

/// Has Slurm answer what the store does not: a job array whose tasks take a share each, then a job that runs the same
/// command on what is left and writes the results. Waits for it and prints what it says, unless interrupted: the jobs
/// go on then. Returns the exit status of that job, or 130. Throws Error where nothing can be submitted; nothing is left
/// behind then. `expected`: of `settings`, with points pending.
int run_on_slurm(const CommandLine& arguments, const Scenario& scenario, const RunSettings& settings,
                 const Forecast& expected);

/// Has Slurm measure the scenario's native points: a job for each number of nodes and ranks per node, which runs collrun
/// under srun into a folder of its own, results/4x16 for 4 nodes of 16 ranks. Otherwise as run_on_slurm().
int measure_on_slurm(CommandLine arguments, const std::filesystem::path& results);

/// The points that a submission left to its tasks, numbered from 0. Throws Error where the file cannot be read, or is
/// of another scenario.
std::vector<std::size_t> read_pending(const std::string& file, const Scenario& scenario);

/// `collsim status DIR`: tells what is known of the folder's runs.
Verb status_verb();

}  // namespace collsim
