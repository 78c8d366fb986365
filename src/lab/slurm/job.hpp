#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace collsim {

/// What a user asks of Slurm. What has no member here is asked in sbatch's own variables, such as SBATCH_ACCOUNT.
struct Resources {
  std::string partition = {};  ///< empty: the cluster's default
  std::string time = {};       ///< of each job, as sbatch takes it; empty: the partition's limit
};

/// What Slurm is to run on whole nodes, and again where a node is lost or taken away.
struct BatchJob {
  std::string name;
  std::string line;           ///< for the shell
  std::filesystem::path log;  ///< absolute; sbatch fills in %j, %A and %a
  int tasks = 0;              ///< of a job array, numbered from 1; 0: no array
  std::string after = {};     ///< the job that must have ended before, in whatever way
  int nodes = 1;              ///< of each task
  int ranks_per_node = 1;
};

/// Throws Error where there is no Slurm, or it would refuse the job; nothing is submitted.
void check(const BatchJob& batch, const Resources& resources);
/// Submits the job. Returns its id. Throws Error with the words of sbatch.
std::string submit(const BatchJob& batch, const Resources& resources);
void cancel(const std::vector<std::string>& ids);
/// "scancel 17 18"
std::string how_to_cancel(const std::vector<std::string>& ids);

/// How a job ended.
struct Ending {
  std::string state;  ///< COMPLETED, FAILED, CANCELLED, ...
  int code = 0;       ///< exit code
};
/// How a job ended, from a line of `scontrol show job --oneliner`; nothing while it may still run.
std::optional<Ending> ending_in(const std::string& line);
/// Nothing while the job may still run, or where Slurm cannot be asked just now.
std::optional<Ending> ending(const std::string& id);
/// "2 running, 6 pending": the tasks of these jobs that have not ended; empty if all have.
std::string queue(const std::vector<std::string>& ids);

}  // namespace collsim
