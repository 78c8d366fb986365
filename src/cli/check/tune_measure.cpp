#include "cli/check/tune_measure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "backends/backend.hpp"
#include "cli/check/native_launches.hpp"
#include "cli/check/tune_verify.hpp"
#include "cli/check/validate_native.hpp"
#include "cli/shared_flags.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/store.hpp"
#include "lab/tuner/gains.hpp"
#include "rules/libraries/target.hpp"
#include "support/document.hpp"
#include "support/json.hpp"
#include "support/range.hpp"
#include "testbed/testbed.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The target of --for. Throws Error for one of which a program cannot choose the algorithm while it runs.
const Target& asked_target(const CommandLine& arguments) {
  const Target& asked = target(arguments.text(flags::targets));
  if (asked.format == Target::Format::openmpi_classic) return asked;
  throw Error(fmt::format(
      "nobody can have {} run one algorithm after the other; right would be --for openmpi-4.1 or openmpi-5.0",
      asked.name));
}

/// The collectives of the rules that are asked for. Throws Error for one without rules, with those that have some, and where there are none.
std::vector<std::string> collectives_asked(const Rules& rules, const CommandLine& arguments) {
  std::set<std::string> ruled;
  for (const Rule& rule : rules.all()) ruled.insert(rule.collective);
  if (ruled.empty())
    throw Error(
        "there are no rules to measure, as the library's own choice serves all calls; right would be a "
        "folder with some");
  const auto asked = arguments.scenario.find("collective");
  if (asked == arguments.scenario.end()) return {ruled.begin(), ruled.end()};
  const std::vector<std::string> wanted = split_list(asked->second);
  for (const auto& name : wanted)
    if (!ruled.contains(name))
      throw Error(fmt::format("--collective: no rule is for '{}'; right would be some of {}", name,
                              fmt::join(ruled, ",")));
  const std::set<std::string> found(wanted.begin(), wanted.end());
  return {found.begin(), found.end()};
}

/// Numbers of ranks, sizes and the like as flags say, or a rank for each host of a testbed and 16 KiB to 1 MiB.
Flags cells_asked(const CommandLine& arguments) {
  Flags flags = arguments.scenario;
  flags.erase("collective");
  flags.emplace("platform", "star");
  if (!arguments.text(flags::testbed).empty())
    flags.emplace("processes", std::to_string(Testbed::load(arguments.text(flags::testbed)).hosts.size()));
  if (!flags.contains("processes"))
    throw Error("'tune measure' needs numbers of ranks; right would be --processes 8");
  if (!flags.contains("count")) {
    const auto bytes = flags.emplace("bytes", "16K..1M:x4").first;
    bytes->second = rounded_sizes(bytes->second);
  }
  return flags;
}

Scenario measured_scenario(const std::vector<std::string>& collectives,
                           const std::function<std::vector<std::string>(const std::string&)>& algorithms,
                           const Flags& flags) {
  json document = {{"backends", {usual_backend(Backend::Kind::measured).name().text()}},
                   {"sweeps", json::array()}};
  for (const auto& collective : collectives)
    document["sweeps"].push_back({{"collective", collective}, {"algorithms", algorithms(collective)}});
  return parse_scenario(document.dump(), "tune", flags);
}

/// Open MPI lets no program set these while it runs, but its environment.
bool is_set_at_start(const std::string& collective) {
  return collective == "allgatherv";
}

/// A scenario, and where it is measured under which settings. `forced`: the algorithm that these force; empty: rows say it themselves.
struct MeasuredScenario {
  Scenario scenario;
  RunSettings settings;
  std::map<std::string, std::string> environment;
  std::string forced = {};

  std::vector<Row> rows(const Context& context) {
    std::vector<Row> found = run(scenario, settings, context.answer()).rows;
    if (forced.empty()) return found;
    for (Row& row : found)
      row.point.options = describe(row.point.collective, row.point.algorithm).resolve({{"forced", forced}});
    return found;
  }
};

/// The folder of what is measured under a file of rules: another one for each content, because times are kept by their folder.
std::string folder_of_rules(const std::map<std::string, std::string>& settings) {
  const std::string& file = settings.at("OMPI_MCA_coll_tuned_dynamic_rules_filename");
  constexpr std::size_t enough = 12;
  return "rules_" +
         sha256(read_document(file, "the file of rules that collsim tune has written")).substr(0, enough);
}

/// Throws Error where another library or version has answered.
void check_library(const Target& asked, const fs::path& measured) {
  const std::string mpi = read_json_file(measured / "machine.json").value("mpi", "");
  const std::string version = asked.name.substr(asked.name.find('-') + 1);
  if (!mpi.starts_with("Open MPI v" + version + "."))
    throw Error(fmt::format("the launch runs '{}'; right would be Open MPI {}, as --for {} says",
                            mpi.substr(0, mpi.find(',')), version, asked.name));
}

/// What is measured of a library.
struct AllMeasuring {
  MeasuredScenario rules;                  ///< where the file of rules is loaded
  MeasuredScenario forced;                 ///< its own choices, and all algorithms that a program can force
  std::vector<MeasuredScenario> at_start;  ///< algorithms that are set when a program starts

  /// `of_forced`: what is asked of `forced`.
  std::vector<AskedNatively> asked(const Scenario& of_forced) const {
    std::vector<AskedNatively> all = {{&rules.scenario, rules.settings, rules.environment},
                                      {&of_forced, forced.settings, forced.environment}};
    for (const MeasuredScenario& each : at_start)
      all.push_back({&each.scenario, each.settings, each.environment});
    return all;
  }
};

AllMeasuring all_measuring(const Context& context, const Target& asked, const Flags& flags,
                           const fs::path& results) {
  const CommandLine& arguments = context.arguments;
  const fs::path folder = arguments.words[2];
  const auto under_rules = tuned_settings(folder, asked);
  const auto collectives =
      collectives_asked(Rules::load((folder / (asked.name + ".meant.json")).string()), arguments);
  const auto own = [](const std::string&) { return std::vector<std::string>{installed_library}; };
  const auto measuring = [&](Scenario scenario, const std::string& name,
                             std::map<std::string, std::string> environment, const std::string& forced = {}) {
    RunSettings settings = settings_of(context, scenario);
    settings.results = results / name;
    return MeasuredScenario{std::move(scenario), settings, std::move(environment), forced};
  };
  const auto switches = openmpi_switches(asked);
  const auto each = [&](const std::string& collective) {
    std::vector<std::string> algorithms = {installed_library};
    for (const auto& theirs : all_algorithms(asked, collective))
      if (!is_set_at_start(collective)) algorithms.push_back(fmt::format("library(forced={})", theirs));
    return algorithms;
  };
  AllMeasuring all = {.rules = measuring(measured_scenario(collectives, own, flags),
                                         folder_of_rules(under_rules), under_rules),
                      .forced = measuring(measured_scenario(collectives, each, flags), "forced", switches),
                      .at_start = {}};
  for (const auto& collective : collectives)
    if (is_set_at_start(collective))
      for (const auto& theirs : all_algorithms(asked, collective)) {
        auto environment = switches;
        environment[fmt::format("OMPI_MCA_coll_tuned_{}_algorithm", collective)] = theirs;
        all.at_start.push_back(measuring(measured_scenario({collective}, own, flags),
                                         fmt::format("{}_{}", collective, theirs), environment, theirs));
      }
  return all;
}

/// Whoever takes longer than the fastest by more than that in one launch is taken not to be the fastest in six.
constexpr double contends = 1.3;

/// Asks for each call the library's own choice and whoever may be the fastest, by one launch.
std::vector<AskedRace> contenders(const std::vector<Row>& rows) {
  std::vector<AskedRace> asked;
  for (const auto& [at, numbers] : timed_by_race(rows)) {
    double least = rows[numbers.front()].outcome.seconds;
    for (const std::size_t i : numbers) least = std::min(least, rows[i].outcome.seconds);
    asked.push_back({.at = at, .algorithms = {installed_library}});
    for (const std::size_t i : numbers)
      if (label(rows[i].point) != installed_library && rows[i].outcome.seconds <= contends * least)
        asked.back().algorithms.push_back(label(rows[i].point));
  }
  return asked;
}

}  // namespace

int tune_measure_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.text(flags::targets).empty() || !asks_to_measure(arguments))
    throw Error(
        "'tune measure' needs both flags; right would be collsim tune measure FOLDER --for "
        "TARGET --launch 'mpirun -n 8' --processes 8");
  refuse_elsewhere(arguments, "'tune measure', which measures here");
  const Target& asked = asked_target(arguments);
  const fs::path results = results_folder(arguments, "tune_measure");
  const Flags flags = cells_asked(arguments);
  AllMeasuring all = all_measuring(context, asked, flags, results);
  if (const int status = measure_natively(context, all.asked(all.forced.scenario), 1); status != 0)
    return status;
  check_library(asked, all.rules.settings.results);
  const Scenario left = to_measure(contenders(all.forced.rows(context)), flags.at("platform"));
  if (const int status = measure_natively(context, all.asked(left)); status != 0) return status;
  std::vector<Row> others = all.forced.rows(context);
  for (MeasuredScenario& each : all.at_start) {
    const auto more = each.rows(context);
    others.insert(others.end(), more.begin(), more.end());
  }
  const Gains found = gains(others, all.rules.rows(context));
  write_atomically(results / "gains.csv", to_csv(to_cells(found)));
  fmt::print("Over the best of all algorithms of {}, as they were measured:\n{}Calls: {}\n", asked.name,
             to_text(found), (results / "gains.csv").string());
  return std::ranges::any_of(found.calls, &Gain::is_slower) ? 1 : 0;
}

}  // namespace collsim
