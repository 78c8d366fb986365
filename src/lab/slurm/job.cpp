#include "lab/slurm/job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "support/error.hpp"
#include "support/pattern.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

/// A path where sbatch sees patterns: their sign is doubled in the folder, which has none.
std::string log_pattern(const std::filesystem::path& log) {
  const std::string folder = Pattern("%").replaced(log.parent_path().string(), "%%");
  return folder + "/" + log.filename().string();
}

/// Whole nodes, because the trials of a task take all cores, and all memory if need be.
std::vector<std::string> words(const BatchJob& batch, const Resources& resources) {
  std::vector<std::string> words = {"sbatch",
                                    "--parsable",
                                    "--requeue",
                                    "--exclusive",
                                    "--mem=0",
                                    "--open-mode=append",
                                    "--job-name=" + batch.name,
                                    "--output=" + log_pattern(batch.log),
                                    fmt::format("--nodes={}", batch.nodes),
                                    fmt::format("--ntasks-per-node={}", batch.ranks_per_node)};
  if (batch.tasks > 0) words.push_back(fmt::format("--array=1-{}", batch.tasks));
  if (!batch.after.empty()) words.push_back("--dependency=afterany:" + batch.after);
  if (!resources.partition.empty()) words.push_back("--partition=" + resources.partition);
  if (!resources.time.empty()) words.push_back("--time=" + resources.time);
  return words;
}

std::string sbatch(const BatchJob& batch, std::vector<std::string> words) {
  const Ended ended = run({.words = std::move(words), .input = "#!/bin/sh\n" + batch.line + "\n"});
  if (ended.failure.empty()) return ended.output.substr(0, ended.output.find_first_of(";\n"));
  if (ended.failure.find("cannot be started") != std::string::npos)
    throw Error("--slurm: " + ended.failure +
                "; right would be a machine with Slurm, or --shard K/N elsewhere");
  throw Error("--slurm: " + last_words(ended.errors) +
              "; right would be --partition, --nodes and --time within what sinfo shows");
}

}  // namespace

void check(const BatchJob& batch, const Resources& resources) {
  std::vector<std::string> test = words(batch, resources);
  test.emplace_back("--test-only");
  sbatch(batch, std::move(test));
}

std::string submit(const BatchJob& batch, const Resources& resources) {
  return sbatch(batch, words(batch, resources));
}

void cancel(const std::vector<std::string>& ids) {
  std::vector<std::string> words = ids;
  words.insert(words.begin(), "scancel");
  run({.words = words});
}

std::string how_to_cancel(const std::vector<std::string>& ids) {
  return fmt::format("scancel {}", fmt::join(ids, " "));
}

std::optional<Ending> ending_in(const std::string& line) {
  static const Pattern states("JobState=([A-Z_]+)"), codes(" ExitCode=([0-9]+):");
  const auto found = states.search(line), code = codes.search(line);
  if (!found || !code) return std::nullopt;
  const std::string& state = found->front();
  for (const char* alive :
       {"PENDING", "RUNNING", "SUSPENDED", "CONFIGURING", "COMPLETING", "REQUEUED", "RESIZING",
        "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "STAGE_OUT", "STOPPED"})
    if (state == alive) return std::nullopt;
  return Ending{state, std::stoi(code->front())};
}

std::optional<Ending> ending(const std::string& id) {
  const Ended shown = run({.words = {"scontrol", "show", "job", "--oneliner", id}});
  if (shown.errors.find("Invalid job id") != std::string::npos) return Ending{"forgotten by Slurm"};
  return ending_in(shown.output);
}

std::string queue(const std::vector<std::string>& ids) {
  const Ended asked = run({.words = {"squeue", "--noheader", "--array", "--format=%T",
                                     fmt::format("--jobs={}", fmt::join(ids, ","))}});
  std::map<std::string, int> counts;
  std::istringstream states(asked.output);
  for (std::string state; states >> state; ++counts[state])
    std::transform(state.begin(), state.end(), state.begin(),
                   [](unsigned char c) { return std::tolower(c); });
  std::vector<std::string> parts;
  for (const auto& [state, count] : counts) parts.push_back(fmt::format("{} {}", count, state));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace collsim
