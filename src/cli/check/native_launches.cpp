#include "cli/check/native_launches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "backends/backend.hpp"
#include "cli/check/testbed.hpp"
#include "cli/plugin.hpp"
#include "cli/run.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "points/launches.hpp"
#include "support/csv.hpp"
#include "support/human.hpp"
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

constexpr const char* rows_file = "results.csv";

/// When rows were last written there; where none are, long ago.
fs::file_time_type rows_written(const fs::path& results) {
  std::error_code none;
  return fs::last_write_time(results / rows_file, none);
}

/// Why a collrun that has answered could not answer something; empty where it could, or has written nothing since `before`.
std::string why_unanswered(const fs::path& results, fs::file_time_type before) {
  if (rows_written(results) == before) return {};
  const CsvTable rows = read_csv(results / rows_file);
  for (const auto& row : rows.rows)
    if (const std::string& status = rows.cell(row, "status"); status != "ok") return "collrun: " + status;
  return {};
}

/// Of a collrun that has ended well and answered nothing that is asked.
constexpr const char* no_use =
    "nothing of what collrun has measured is of use here; right would be one that is built of the same "
    "sources as collsim";

int most_ranks(const Scenario& scenario) {
  return std::ranges::max_element(scenario.points, {}, &Point::processes)->processes;
}

/// Refuses a scenario whose backends all simulate or predict.
[[noreturn]] void refuse_unmeasured(const Scenario& scenario) {
  std::set<std::string> names;
  for (const Point& point : scenario.points) names.insert(point.backend.text());
  const std::string judge = usual_backend(Backend::Kind::measured).name().text();
  throw Error(fmt::format("no point is asked of the backend {0}; right would be --backend {1},{0}", judge,
                          fmt::join(names, ",")));
}

/// The flags for the program that measures.
std::vector<std::string> plugin_flags(const CommandLine& arguments) {
  std::vector<std::string> flags;
  for (const auto& file : arguments.texts(flags::plugin))
    flags.insert(flags.end(), {"--plugin", fs::absolute(file).string()});
  return flags;
}

/// The native points of a collective, which a process measures.
struct CollectivePart {
  std::string collective;
  fs::path file;
  const AskedNatively* asked;
  bool given_up = false;  ///< what is left of it has ended the job that measured it
};

class Launches {
 public:
  Launches(const Context& context, const std::vector<AskedNatively>& all)
      : context_(context), plugins_(plugin_flags(context.arguments)) {
    const auto native = [](const Point& point) { return backend(point).measures(); };
    for (const AskedNatively& asked : all) {
      if (std::ranges::none_of(asked.scenario->points, native)) refuse_unmeasured(*asked.scenario);
      for (const auto& [collective, file] : write_parts(*asked.scenario, asked.settings.results))
        parts_.push_back({collective, file, &asked});
    }
    watch_interrupts();
  }

  int number() const { return context_.arguments.number_if_given(flags::launches).value_or(enough_launches); }

  /// Returns 0, or the exit status that ends the command.
  int measure(int launch) {
    for (CollectivePart& part : parts_)
      if (const int status = measure(launch, part); status != 0) return status;
    return 0;
  }

 private:
  /// A process for each collective: one that crashes or hangs costs a point, and another goes on with the rest, at last with what
  /// ended an earlier one, once.
  int measure(int launch, CollectivePart& part) {
    const RunSettings& settings = part.asked->settings;
    Forecast left = left_of(part.file, settings, launch);
    while (!left.pending.empty() && !(left.begun && part.given_up)) {
      const std::size_t points = left.pending.size();
      const fs::file_time_type before = rows_written(settings.results);
      const int status = start(part, points);
      if (interrupted()) {
        fmt::print(stderr, "Stopped: what has been measured is kept in {}. This goes on:\n  {}\n",
                   settings.results.string(), shell_line(context_.line));
        return 130;
      }
      if (status == 2) return 2;  // it has said why
      left = left_of(part.file, settings, launch);
      const std::string why = why_unanswered(settings.results, before);
      works_ = works_ || left.begun || left.pending.size() < points;
      if (status == 0 && !works_ && left.stored == 0) throw Error(why.empty() ? no_use : why);
      // Where some have measured, one that does not is lost alone.
      if (status == 1 && !works_ && !why.empty()) throw Error(why);
      if (status != 0 && !works_)
        throw Error(ended_early(context_.arguments, status,
                                fmt::format("{} ranks", most_ranks(*part.asked->scenario))));
      fmt::print(stderr, "Launch {} of {}: {}, {}\n", launch, number(), part.collective,
                 counted(points, "point"));
      if (status > 1)
        fmt::print(stderr, "collsim: {}: launch {} ended with code {}; the others go on\n", part.collective,
                   launch, status);
      if (left.begun) part.given_up = true;
      // Of a job that ended well, what is left is what it cannot hold.
      if (left.pending.size() == points || (status == 0 && !left.begun)) break;
    }
    return 0;
  }

  int start(const CollectivePart& part, std::size_t points) {
    const CommandLine& arguments = context_.arguments;
    if (!arguments.text(flags::testbed).empty() && !up_)
      up_.emplace(testbed_.emplace(Testbed::load(arguments.text(flags::testbed))), interrupted);
    constexpr double seconds_to_start = 60, seconds_per_point = 15, seconds_in_vain = 60;
    std::vector<std::string> asked = {part.file.string(), "--launches", std::to_string(number()), "--results",
                                      part.asked->settings.results.string()};
    asked.insert(asked.end(), plugins_.begin(), plugins_.end());
    if (!part.asked->pace.empty()) asked.insert(asked.end(), {"--pace", part.asked->pace});
    return launch_collrun(arguments, asked,
                          seconds_to_start + seconds_per_point * static_cast<double>(points) +
                              (part.asked->pace.empty() ? 0 : seconds_in_vain),
                          part.asked->environment);
  }

  const Context& context_;
  std::vector<std::string> plugins_;
  std::vector<CollectivePart> parts_;
  std::optional<Testbed> testbed_;
  std::optional<TestbedUp> up_;
  bool works_ = false;  ///< a launch has measured something
};

}  // namespace

bool asks_to_measure(const CommandLine& arguments) {
  if (!flags::say_where_to_measure(arguments) && arguments.number_if_given(flags::launches) &&
      !arguments.has(flags::native))
    throw Error("--launches means nothing without --testbed or --launch, which say where to measure");
  if (!flags::say_where_to_measure(arguments) && !arguments.text(flags::pace).empty() &&
      !arguments.has(flags::native))
    throw Error("--pace means nothing without --testbed or --launch, which say where to measure");
  return flags::say_where_to_measure(arguments);
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

Scenario to_measure(const std::vector<AskedRace>& races, const std::string& platform) {
  json document = {{"platform", platform},
                   {"backends", {usual_backend(Backend::Kind::measured).name().text()}},
                   {"sweeps", json::array()}};
  for (const auto& [at, algorithms] : races)
    document["sweeps"].push_back({{"collective", at.collective},
                                  {"processes", at.processes},
                                  {"ppn", at.ppn.text()},
                                  {"count", at.count},
                                  {"type", at.type},
                                  {"op", at.op},
                                  {"algorithms", algorithms}});
  return parse_scenario(document.dump(), "tune", {});
}

int measure_natively(const Context& context, const Scenario& scenario, const RunSettings& settings) {
  return measure_natively(context, {{&scenario, settings}});
}

int measure_natively(const Context& context, const std::vector<AskedNatively>& all, int most) {
  Launches launches(context, all);
  for (int launch = 1; launch <= std::min(most, launches.number()); ++launch)
    if (const int status = launches.measure(launch); status != 0) return status;
  return 0;
}

}  // namespace collsim
