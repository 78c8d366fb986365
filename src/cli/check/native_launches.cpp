#include "cli/check/native_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "cli/check/testbed.hpp"
#include "cli/plugin.hpp"
#include "cli/program.hpp"
#include "points/launches.hpp"
#include "scenarios/atomically.hpp"
#include "support/csv.hpp"
#include "support/json.hpp"
#include "testbed/launch.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The native points of the scenario in a file for each collective.
std::map<std::string, fs::path> write_parts(const Scenario& scenario, const fs::path& folder) {
  const json whole = read_json(scenario.document);
  const auto native = [](json asked) {
    // What says who else answers, and what they are compared with.
    for (const char* key : {"backends", "figures", "network", "published", "schedule"}) asked.erase(key);
    return asked;
  };
  std::map<std::string, json> sweeps;
  for (const json& sweep : whole.value("sweeps", json::array({json::object()})))
    sweeps[sweep.value("collective", whole.value("collective", ""))].push_back(native(sweep));
  std::map<std::string, fs::path> files;
  for (const auto& [collective, own] : sweeps) {
    json part = native(whole);
    part["sweeps"] = own;
    part["backends"] = backend_names(&Backend::measures);
    files[collective] = folder / "measured" / (collective + ".json");
    write_atomically(files[collective], part.dump(1) + "\n");
  }
  return files;
}

/// What is left of a part for so many launches.
Forecast left_of(const fs::path& part, RunSettings settings, int launches) {
  settings.serves = &Backend::measures;
  settings.launches = launches;
  Scenario scenario = load_scenario(part.string());
  return forecast(scenario, settings);
}

/// Of a collrun that has ended well and answered nothing that is asked.
std::string why_useless(const fs::path& results) {
  const CsvTable rows = read_csv(results / "results.csv");
  for (const auto& row : rows.rows)
    if (const std::string& status = rows.cell(row, "status"); status != "ok") return "collrun: " + status;
  return "nothing of what collrun has measured is of use here; right would be one that is built of the same "
         "sources as collsim";
}

int most_ranks(const Scenario& scenario) {
  return std::ranges::max_element(scenario.points, {}, &Point::processes)->processes;
}

/// Those for the program that measures.
std::vector<std::string> plugin_flags(const CommandLine& arguments) {
  std::vector<std::string> flags;
  for (const auto& file : arguments.plugins)
    flags.insert(flags.end(), {"--plugin", fs::absolute(file).string()});
  return flags;
}

}  // namespace

bool asks_to_measure(const CommandLine& arguments) {
  if (!arguments.measures() && arguments.launches && !arguments.native)
    throw Error("--launches means nothing without --testbed or --launch, which say where to measure");
  return arguments.measures();
}

int run_measured(const Context& context) {
  if (asks_to_measure(context.arguments)) {
    refuse_elsewhere(context.arguments, "a run that measures here");
    const Scenario scenario = load_asked(context.arguments);
    const int status = measure_natively(context, scenario, settings_of(context, scenario));
    if (status != 0) return status;
  }
  return run_command(context);
}

int measure_natively(const Context& context, const Scenario& scenario, const RunSettings& settings) {
  const CommandLine& arguments = context.arguments;
  const auto native = [](const Point& point) { return backend(point).measures(); };
  if (std::ranges::none_of(scenario.points, native))
    throw Error("no point is asked of the backend native; right would be --backend smpi,native");
  const int launches = arguments.launches.value_or(enough_launches);
  const auto parts = write_parts(scenario, settings.results);
  const auto plugins = plugin_flags(arguments);
  watch_interrupts();
  std::optional<Testbed> testbed;
  std::optional<TestbedUp> up;
  std::set<std::string> given_up;  // collectives of which what is left ended the job that measured it
  bool works = false;              // a launch has measured something
  for (int launch = 1; launch <= launches; ++launch)
    for (const auto& [collective, part] : parts) {
      Forecast left = left_of(part, settings, launch);
      // A process for each collective: one that crashes or hangs costs a point, and another goes on with the rest, at last
      // with what ended an earlier one, once.
      while (!left.pending.empty() && !(left.begun && given_up.contains(collective))) {
        if (!arguments.testbed.empty() && !up)
          up.emplace(testbed.emplace(Testbed::load(arguments.testbed)), interrupted);
        constexpr double seconds_to_start = 60, seconds_per_point = 15;
        const std::size_t points = left.pending.size();
        const double limit = seconds_to_start + seconds_per_point * static_cast<double>(points);
        std::vector<std::string> asked = {part.string(), "--launches", std::to_string(launches), "--results",
                                          settings.results.string()};
        asked.insert(asked.end(), plugins.begin(), plugins.end());
        const int status = launch_collrun(arguments, asked, limit);
        if (interrupted()) {
          fmt::print(stderr, "Stopped: what has been measured is kept in {}. This goes on:\n  {}\n",
                     settings.results.string(), shell_line(context.line));
          return 130;
        }
        if (status == 2) return 2;  // it has said why
        left = left_of(part, settings, launch);
        if (status == 0 && left.pending.size() == points) throw Error(why_useless(settings.results));
        works = works || left.begun || left.pending.size() < points;
        // Where some have measured, one that does not is lost alone.
        if (status != 0 && !works)
          throw Error(ended_early(arguments, status, fmt::format("{} ranks", most_ranks(scenario))));
        fmt::print(stderr, "Launch {} of {}: {}, {} points\n", launch, launches, collective, points);
        if (status > 1)
          fmt::print(stderr, "collsim: {}: launch {} ended with code {}; the others go on\n", collective,
                     launch, status);
        if (left.begun) given_up.insert(collective);
        if (left.pending.size() == points) break;
      }
    }
  return 0;
}

}  // namespace collsim
