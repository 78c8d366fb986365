#include <fmt/format.h>

#include "backends/native/facts.hpp"
#include "backends/native/job.hpp"
#include "backends/native/patterns.hpp"
#include "calibration/pattern_rows.hpp"
#include "cli/plugin.hpp"
#include "cli/present.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/version.hpp"

using namespace collsim;

namespace {

const std::set<std::string> accepted = {"plugin", "results", "scenario"};
constexpr const char* usage = "mpirun -n P collrun SCENARIO|patterns [--results DIR] [--plugin FILE]";

/// The scenario with every point asked of the native backend. Its published table is another machine's, and
/// its figures show all backends: collsim draws them from the results folder, where it finds these answers.
Scenario load_native(CommandLine arguments) {
  std::string& backends = arguments.scenario["backends"];
  const std::string native = native_backend().name().text();
  if (!backends.empty() && backends != native)
    throw Error("--backend is '" + backends +
                "'; collrun answers native points only, collsim run the others");
  backends = native;
  Scenario scenario = load_asked(arguments);
  scenario.figures.clear();
  scenario.published.clear();
  return scenario;
}

int perform(const Job& job, CommandLine arguments, const std::string& line) {
  if (arguments.version) {
    fmt::print("collrun {}, {}\n", collsim_version(), job.machine().mpi);
    return 0;
  }
  if (arguments.help) {
    fmt::print("collrun measures a scenario under the installed MPI.\n\n  {}\n\n{}", usage,
               flags_help(accepted, {"backend", "figures", "published"}));
    return 0;
  }
  if (arguments.words.size() != 1)
    throw Error(fmt::format("collrun takes one scenario; right would be {}", usage));
  arguments.words.insert(arguments.words.begin(), "collrun");
  allow_flags(arguments, accepted);
  Scenario scenario = load_native(arguments);
  RunSettings settings;
  settings.results = results_folder(arguments, scenario);
  settings.serves = [](const Backend& each) { return &each == &native_backend(); };
  settings.machine = job.machine();
  settings.machine->plugins = plugin_digests();
  const auto answer = [&job](const auto&... asked) { job.answer(asked...); };
  return run_and_present(scenario, settings, answer, fmt::format("mpirun -n {} {}", job.size(), line));
}

/// All ranks: what `collsim calibrate` fits.
int perform_patterns(const Job& job, const CommandLine& arguments) {
  allow_flags(arguments, {"results"});
  const auto times = measure_patterns(MPI_COMM_WORLD);
  if (job.rank() != 0) return 0;
  const std::filesystem::path folder = arguments.results.empty() ? "results/calibrate" : arguments.results;
  write_atomically(folder / "machine.json", nlohmann::json(job.machine()).dump(1) + "\n");
  write_atomically(folder / "patterns.csv", to_csv(times));
  fmt::print("{} patterns: {}\n", times.size(), (folder / "patterns.csv").string());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Job job(&argc, &argv);
  // mpirun passes a signal on to all ranks: rank 0 stops, and the others wait until it tells them to.
  watch_interrupts();
  try {
    CommandLine arguments;
    job.prepare([&] {
      arguments = parse_arguments(argc, argv);
      load_plugins(arguments.plugins, native_backend().name());
    });
    if (arguments.words == std::vector<std::string>{"patterns"}) return perform_patterns(job, arguments);
    return job.lead([&] { return perform(job, arguments, shell_line(argc, argv)); });
  } catch (const std::exception& error) {
    if (job.rank() != 0) return 0;  // rank 0 tells
    std::fflush(stdout);
    std::fprintf(stderr, "collrun: %s\n", error.what());  // where even this fails, the exit code still tells
    return 2;
  }
}
