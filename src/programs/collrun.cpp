#include <fmt/format.h>

#include <algorithm>

#include "backends/native/client/facts.hpp"
#include "backends/native/job.hpp"
#include "backends/native/node_patterns.hpp"
#include "backends/native/patterns.hpp"
#include "backends/native/skews.hpp"
#include "cli/help.hpp"
#include "cli/imbalance.hpp"
#include "cli/plugin.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/calibration/node.hpp"
#include "evidence/calibration/node_ranks.hpp"
#include "evidence/calibration/pattern_rows.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/version.hpp"
#include "lab/site/lstopo.hpp"
#include "nodes/machine_node.hpp"
#include "support/json.hpp"
#include "support/processors.hpp"
#include "support/reason.hpp"

using namespace collsim;

namespace {

/// Help is silent about keys whose values are collrun's own.
const Verb& collrun_verb() {
  static const Verb verb = [] {
    Verb made = {
        "collrun",
        "SCENARIO|patterns|node|imbalance",
        "measures a scenario under the installed MPI; `patterns` instead the messages that collsim "
        "calibrate fits, `node` those within a node that collsim calibrate node fits, `imbalance` at which "
        "moments ranks would come to a call after the same work: "
        "moments.csv, arrival.csv for --arrival, their variances between nodes and within, and "
        "imbalance.svg, in DIR, else results/imbalance",
        {flags::results.saying(
             "DIR", "folder for answers (default results/SCENARIO, of patterns and node results/calibrate)"),
         flags::launches.saying("N", "separate starts that measure each point (default 1)"),
         flags::pace.saying("SECONDS|first",
                            "points whose ranks 0 and 1 share a node count only where half a round "
                            "trip of 4 KiB takes so long "
                            "right before and after; first: as at first"),
         flags::plugin, flags::columns},
        {"mpirun -n 8 collrun quickstart --processes 2,4,8",
         "mpirun -n 2 collrun patterns --results results/calibrate"}};
    for (Flag key : key_flags()) {
      if (key.name == "backend" || key.name == "figures" || key.name == "published") key.meaning.clear();
      made.flags.push_back(key);
    }
    return made;
  }();
  return verb;
}

constexpr const char* launched = "mpirun -n P collrun";

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
  if (arguments.has(flags::version)) {
    const std::string& mpi = job.machine().mpi;  // MPICH's is a page
    fmt::print("collrun {}, {}\n", collsim_version(), mpi.substr(0, mpi.find('\n')));
    return 0;
  }
  if (arguments.has(flags::help)) {
    fmt::print("{}", help(collrun_verb(), launched));
    return 0;
  }
  if (arguments.words.size() != 1)
    throw Error(
        fmt::format("collrun takes one scenario; right would be {} {}", launched, collrun_verb().operands));
  arguments.words.insert(arguments.words.begin(), "collrun");
  check_flags(arguments, collrun_verb());
  Scenario scenario = load_native(arguments);
  RunSettings settings;
  settings.results = results_folder(arguments, scenario.name);
  settings.serves = [](const Backend& each) { return &each == &native_backend(); };
  settings.machine = job.machine();
  settings.machine->plugins = plugin_digests();
  settings.launches = arguments.number_if_given(flags::launches).value_or(1);
  const auto answer = [&](const auto&... asked) { job.answer(asked..., settings.launches); };
  // Of several launches each tells little.
  const Present present = settings.launches > 1 ? Present([](const auto&...) {})
                                                : present_answers(arguments.text(flags::columns));
  const std::string command = getenv(caller_tells) ? "" : fmt::format("mpirun -n {} {}", job.size(), line);
  const int status = run_and_present(scenario, settings, answer, command, present);
  if (const std::string pace = job.pace(); !pace.empty()) fmt::print(stderr, "Pace: {}\n", pace);
  return status;
}

/// All ranks: what `collsim calibrate` fits.
int perform_patterns(const Job& job, const CommandLine& arguments) {
  allow_flags(arguments, {"results"});
  if (const std::string why = why_mixed(job.machine().hosts); !why.empty()) throw Error(why);
  const auto times = measure_patterns(MPI_COMM_WORLD);
  if (job.rank() != 0) return 0;
  const std::filesystem::path folder =
      arguments.text(flags::results).empty() ? "results/calibrate" : arguments.text(flags::results);
  write_atomically(folder / "machine.json", nlohmann::json(job.machine()).dump(1) + "\n");
  write_atomically(folder / "patterns.csv", to_csv(times));
  fmt::print("{} patterns: {}\n", times.size(), (folder / "patterns.csv").string());
  return 0;
}

/// All ranks: what `collsim calibrate node` fits.
int perform_node(const Job& job, const CommandLine& arguments) {
  allow_flags(arguments, {"results"});
  const std::string lstopo = lstopo_here();
  const NodeFacts node = node_facts(lstopo, "this machine");
  const auto& hosts = job.machine().hosts;
  if (std::ranges::count(hosts, hosts.front()) != std::ssize(hosts))
    throw Error("ranks are on several hosts; right would be all on one, as by srun -N 1");
  const auto cores = cores_of_ranks(node, of_all_ranks(MPI_COMM_WORLD, allowed_processors()));
  const auto times = measure_node(MPI_COMM_WORLD, ranks_of_levels(node, cores));
  if (job.rank() != 0) return 0;
  const std::filesystem::path folder =
      arguments.text(flags::results).empty() ? "results/calibrate" : arguments.text(flags::results);
  write_atomically(folder / "machine.json", nlohmann::json(job.machine()).dump(1) + "\n");
  write_atomically(folder / "lstopo.xml", lstopo);
  write_atomically(folder / "node.csv", to_csv(times));
  fmt::print("{} patterns: {}\n", times.size(), (folder / "node.csv").string());
  return 0;
}

/// All ranks: at which moments they would come to a call after the same work.
int perform_imbalance(const Job& job, const CommandLine& arguments) {
  allow_flags(arguments, {"results"});
  if (job.size() < 2) throw Error("imbalance is of several ranks; right would be mpirun with two or more");
  const auto nodes = machines(MPI_COMM_WORLD);
  const Moments moments = measure_skews(MPI_COMM_WORLD, {});
  if (job.rank() != 0) return 0;
  if (moments.size() < 2) throw Error("fewer than two repetitions could start on time");
  const std::filesystem::path folder =
      arguments.text(flags::results).empty() ? "results/imbalance" : arguments.text(flags::results);
  write_atomically(folder / "machine.json", nlohmann::json(job.machine()).dump(1) + "\n");
  present_imbalance({"native", *nodes, moments}, {}, folder);
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
      arguments = parse_arguments(argc, argv, flags::with(flags::of_all(), collrun_verb().flags));
      load_plugins(arguments.texts(flags::plugin));
      if (!arguments.text(flags::pace).empty()) job.watch_pace(usual_pace(arguments.text(flags::pace)));
    });
    const auto measures = [&](const char* what) {
      return !arguments.has(flags::help) && !arguments.has(flags::version) &&
             arguments.words == std::vector<std::string>{what};
    };
    int status = 0;
    if (measures("patterns"))
      status = perform_patterns(job, arguments);
    else if (measures("node"))
      status = perform_node(job, arguments);
    else if (measures("imbalance"))
      status = perform_imbalance(job, arguments);
    else
      status = job.lead([&] { return perform(job, arguments, shell_line(argc, argv)); });
    check_output();
    return status;
  } catch (const std::exception& error) {
    if (job.rank() != 0) return 0;  // rank 0 tells
    std::fflush(stdout);
    std::fprintf(stderr, "collrun: %s\n",
                 in_a_line(error).c_str());  // where even this fails, the exit code still tells
    return 2;
  }
}
