#include <fmt/format.h>

#include <cmath>

#include "backends/native/facts.hpp"
#include "backends/native/job.hpp"
#include "backends/native/patterns.hpp"
#include "backends/native/skews.hpp"
#include "calibration/pattern_rows.hpp"
#include "cli/plugin.hpp"
#include "cli/present.hpp"
#include "nodes/machine_node.hpp"
#include "plots/figure.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/version.hpp"
#include "support/human.hpp"
#include "support/json.hpp"

using namespace collsim;

namespace {

const std::set<std::string> accepted = {"launches", "plugin", "results", "scenario"};
constexpr const char* usage =
    "mpirun -n P collrun SCENARIO|patterns|imbalance [--results DIR] [--launches N] [--plugin FILE]";

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
    const std::string& mpi = job.machine().mpi;  // MPICH's is a page
    fmt::print("collrun {}, {}\n", collsim_version(), mpi.substr(0, mpi.find('\n')));
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
  settings.results = results_folder(arguments, scenario.name);
  settings.serves = [](const Backend& each) { return &each == &native_backend(); };
  settings.machine = job.machine();
  settings.machine->plugins = plugin_digests();
  settings.launches = arguments.launches.value_or(1);
  const auto answer = [&](const auto&... asked) { job.answer(asked..., settings.launches); };
  // Of several launches each tells little.
  const Present present = settings.launches > 1 ? [](const auto&...) {} : Present(present_answers);
  const std::string command = getenv(caller_tells) ? "" : fmt::format("mpirun -n {} {}", job.size(), line);
  return run_and_present(scenario, settings, answer, command, present);
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

std::string moments_csv(const Moments& moments, const Nodes& nodes) {
  std::string text = "repetition,rank,node,seconds\n";
  for (std::size_t repetition = 0; repetition < moments.size(); ++repetition)
    for (int rank = 0; rank < nodes.ranks(); ++rank)
      text += fmt::format("{},{},{},{}\n", repetition, rank, nodes.node_of(rank),
                          moments[repetition][static_cast<std::size_t>(rank)]);
  return text;
}

std::string arrivals_csv(const std::vector<double>& arrivals) {
  std::string text = "rank,seconds\n";
  for (std::size_t rank = 0; rank < arrivals.size(); ++rank)
    text += fmt::format("{},{}\n", rank, arrivals[rank]);
  return text;
}

std::string deviations_csv(const Moments& moments, const Nodes& nodes) {
  std::string text = "part,seconds\n";
  if (nodes.count() > 1)
    for (const double seconds : deviations_between(moments, nodes))
      text += fmt::format("between,{}\n", seconds);
  if (nodes.largest() > 1)
    for (const double seconds : deviations_within(moments, nodes))
      text += fmt::format("within,{}\n", seconds);
  return text;
}

/// "within nodes: variance 1.2e-10 s^2 (1.1e-10 to 1.3e-10), standard deviation 11 us"
void tell(const char* part, const std::optional<Variance>& variance) {
  if (!variance) return fmt::print("{} nodes: cannot be told apart here\n", part);
  fmt::print("{} nodes: variance {:.3g} s^2 (95 %: {:.3g} to {:.3g}), standard deviation {}\n", part,
             variance->mean, variance->low, variance->high,
             human_seconds(std::sqrt(std::max(0.0, variance->mean))));
}

/// All ranks: at which moments they would come to a call after the same work.
int perform_imbalance(const Job& job, const CommandLine& arguments) {
  allow_flags(arguments, {"results"});
  if (job.size() < 2) throw Error("imbalance is of several ranks; right would be mpirun with two or more");
  const auto nodes = machines(MPI_COMM_WORLD);
  const Moments moments = measure_skews(MPI_COMM_WORLD, {});
  if (job.rank() != 0) return 0;
  if (moments.size() < 2) throw Error("fewer than two repetitions could start on time");
  const std::filesystem::path folder = arguments.results.empty() ? "results/imbalance" : arguments.results;
  write_atomically(folder / "machine.json", nlohmann::json(job.machine()).dump(1) + "\n");
  write_atomically(folder / "moments.csv", moments_csv(moments, *nodes));
  write_atomically(folder / "arrival.csv", arrivals_csv(typical_arrivals(moments)));
  const Imbalance found = imbalance(moments, *nodes);
  fmt::print("{} repetitions of 1 ms of work on {} ranks of {} nodes\n", moments.size(), nodes->ranks(),
             nodes->count());
  tell("between", found.between);
  tell("within", found.within);
  fmt::print("pattern: --arrival {}\n", (folder / "arrival.csv").string());
  const auto files = draw_rows(
      "imbalance", deviations_csv(moments, *nodes), "the measured skews", (folder / "imbalance").string(),
      fmt::format("Balanced work on {} ranks of {} nodes", nodes->ranks(), nodes->count()));
  fmt::print("figure: {}\n", files.front());
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
    int status = 0;
    if (arguments.words == std::vector<std::string>{"patterns"})
      status = perform_patterns(job, arguments);
    else if (arguments.words == std::vector<std::string>{"imbalance"})
      status = perform_imbalance(job, arguments);
    else
      status = job.lead([&] { return perform(job, arguments, shell_line(argc, argv)); });
    check_output();
    return status;
  } catch (const std::exception& error) {
    if (job.rank() != 0) return 0;  // rank 0 tells
    std::fflush(stdout);
    std::fprintf(stderr, "collrun: %s\n", error.what());  // where even this fails, the exit code still tells
    return 2;
  }
}
