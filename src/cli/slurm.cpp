#include "cli/slurm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "backends/backend.hpp"
#include "cli/jobs.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/headway.hpp"
#include "lab/scenarios/store.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The points that are left, for tasks to share out. Its name is its contents', so that a file never changes.
fs::path write_pending(const Scenario& scenario, const Forecast& expected, const fs::path& folder) {
  const nlohmann::json content = {
      {"scenario", sha256(scenario.document)}, {"of", scenario.points.size()}, {"points", expected.pending}};
  const std::string text = content.dump() + "\n";
  const fs::path file = folder / (sha256(text).substr(0, 16) + ".json");
  write_atomically(file, text);
  return file;
}

/// What collrun is to measure in one job: nodes, ranks per node, mapping.
using JobLayout = std::tuple<int, int, Mapping>;

/// The numbers of processes by layout.
std::map<JobLayout, std::set<int>> layouts(const Scenario& scenario) {
  std::map<JobLayout, std::set<int>> found;
  for (const Point& point : scenario.points) {
    if (!point.ppn.even() || !point.places.empty())
      throw Error(
          "--native: srun gives every node as many ranks; right would be --ppn N, and no --placement");
    found[{point.ppn.nodes(point.processes), point.ppn.number_on(0), point.mapping}].insert(point.processes);
  }
  return found;
}

BatchJob native_batch(CommandLine arguments, const JobLayout& layout, const std::set<int>& processes,
                      const fs::path& results) {
  const auto& [nodes, ppn, mapping] = layout;
  const bool block = mapping == Mapping::block;
  const std::string name = fmt::format("{}x{}{}", nodes, ppn, block ? "" : "_round_robin");
  arguments.words.erase(arguments.words.begin());
  arguments.scenario["processes"] = fmt::format("{}", fmt::join(processes, ","));
  arguments.scenario["ppn"] = std::to_string(ppn);
  arguments.scenario["mapping"] = block ? "block" : "round_robin";
  const std::vector<std::string> srun = {"srun", fmt::format("--ntasks={}", *processes.rbegin()),
                                         block ? "--distribution=block" : "--distribution=cyclic"};
  const std::string line = answering_line(arguments, "collrun", results / name, srun);
  return {.name = "collrun:" + name,
          .line = arguments.number_if_given(flags::launches)
                      ? fmt::format("for launch in $(seq {}); do ({}); done",
                                    *arguments.number_if_given(flags::launches), line)
                      : line,
          .log = jobs_folder(results) / "%j.txt",
          .nodes = nodes,
          .ranks_per_node = ppn};
}

/// What is known of the folder's runs. Throws Error if nothing is.
std::string status(const fs::path& results) {
  const auto shares = headways(results);
  const auto ids = noted_jobs(results);
  if (shares.empty() && ids.empty())
    throw Error(results.string() + ": nothing was run there; right would be the results folder of a run");
  std::string text = shares.empty() ? "No share has begun yet.\n" : to_text(shares);
  if (const std::string queued = ids.empty() ? "" : queue(ids); !queued.empty())
    text += fmt::format("Slurm: {}. This stops them:\n  {}\n", queued, how_to_cancel(ids));
  return text;
}

int status_command(const Context& context) {
  fmt::print("{}", status(operand(context.arguments, "DIR")));
  return 0;
}

}  // namespace

int run_on_slurm(const CommandLine& arguments, const Scenario& scenario, const RunSettings& settings,
                 const Forecast& expected) {
  const fs::path folder = jobs_folder(settings.results);
  const auto tasks =
      std::min(expected.pending.size(), static_cast<std::size_t>(arguments.number(flags::nodes)));
  const std::string line =
      answering_line(arguments, "collsim", settings.results) + " -j \"$SLURM_CPUS_ON_NODE\"";
  BatchJob array{.name = "collsim:" + scenario.name,
                 .line = line,
                 .log = folder / "%A_%a.txt",
                 .tasks = static_cast<int>(tasks)};
  BatchJob last{.name = array.name, .line = line, .log = folder / "%j.txt"};
  const Resources resources = resources_of(arguments);
  check(array, resources);
  const std::string pending = shell_line({"--pending=" + write_pending(scenario, expected, folder).string()});
  array.line += fmt::format(" --shard \"$SLURM_ARRAY_TASK_ID/{}\" {}", tasks, pending);
  forget_headways(settings.results);
  Jobs jobs(settings.results);
  last.after = jobs.submit(array, resources);
  const std::string id = jobs.submit(last, resources);
  fmt::print(stderr, "Submitted job {} of {} tasks for {} points, and job {} for the results.\n", last.after,
             tasks, expected.pending.size(), id);
  jobs.keep();
  return jobs.wait_for(id);
}

int measure_on_slurm(CommandLine arguments, const fs::path& results) {
  arguments.scenario["backends"] = usual_backend(Backend::Kind::measured).name().text();
  const Resources resources = resources_of(arguments);
  std::vector<BatchJob> batches;
  for (const auto& [layout, processes] : layouts(load_asked(arguments)))
    batches.push_back(native_batch(arguments, layout, processes, results));
  for (const BatchJob& batch : batches) check(batch, resources);
  fs::create_directories(jobs_folder(results));
  Jobs jobs(results);
  for (const BatchJob& batch : batches) {
    const std::string& id = jobs.submit(batch, resources);
    fmt::print(stderr, "Submitted job {}: {}\n", id, batch.name);
  }
  jobs.keep();
  int status = 0;
  for (const auto& id : jobs.ids()) {
    status = std::max(status, jobs.wait_for(id));
    if (status == 130) return status;
  }
  return status;
}

std::vector<std::size_t> read_pending(const std::string& file, const Scenario& scenario) {
  static const std::string right = "a file that --slurm has written into a folder that all nodes share";
  try {
    const auto content = read_json(read_text(file, right));
    if (content.at("scenario") != sha256(scenario.document) || content.at("of") != scenario.points.size())
      throw Error("is of another scenario; right would be to submit again what has changed meanwhile");
    auto points = content.at("points").get<std::vector<std::size_t>>();
    const auto known = [&](std::size_t point) { return point < scenario.points.size(); };
    if (std::all_of(points.begin(), points.end(), known)) return points;
  } catch (const Error& error) {
    throw Error("--pending: " + file + ": " + error.what());
  } catch (const nlohmann::json::exception&) {  // reported below
  }
  throw Error("--pending: " + file + ": has no points of this scenario; right would be " + right);
}

Verb status_verb() {
  return {"status",
          "DIR",
          "tells how far the shares of a run are",
          {},
          {"collsim status results/quickstart", "collsim status results/allreduce_million"},
          status_command};
}

}  // namespace collsim
