#include "cli/check/validate_native.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "backends/backend.hpp"
#include "cli/check/calibrate.hpp"
#include "cli/check/native_launches.hpp"
#include "cli/check/predictions.hpp"
#include "cli/check/validate_measured.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/calibration/platform_xml.hpp"
#include "evidence/validation/measured.hpp"
#include "evidence/validation/native.hpp"
#include "figures/plots/figure.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/human.hpp"
#include "support/range.hpp"
#include "testbed/testbed.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The platform to simulate: that of the flag, or the testbed's with a calibration's numbers.
std::string platform_of(const CommandLine& arguments, const std::string& calibration,
                        const fs::path& folder) {
  if (arguments.scenario.contains("platform")) return flag(arguments, "platform", "");
  if (arguments.text(flags::testbed).empty())
    throw Error("what to simulate is told by --testbed FILE or by --platform FILE; right would be either");
  const Testbed testbed = Testbed::load(arguments.text(flags::testbed));
  const fs::path platform = folder / (testbed.name + ".xml");
  write_atomically(platform, platform_xml(testbed, load_calibration(calibration)));
  return platform.string();
}

/// One for each machine: its store says whose native rows it has.
std::string name_of(const CommandLine& arguments) {
  const std::string& testbed = arguments.text(flags::testbed);
  const std::string machine = testbed.empty() ? flag(arguments, "platform", "") : testbed;
  return "native_" + fs::path(machine).stem().string();
}

/// A rank on each node. Throws Error where that is one alone, which sends nothing.
int processes_to_launch(const CommandLine& arguments, const std::string& platform) {
  if (!arguments.text(flags::testbed).empty())
    return static_cast<int>(Testbed::load(arguments.text(flags::testbed)).hosts.size());
  const int nodes = Platform::load(platform).nodes();
  if (nodes == 1 && !arguments.scenario.contains("processes"))
    throw Error(fmt::format(
        "{} has a single node, and a rank alone sends nothing; right would be as many as the launch starts, "
        "such as --processes 2 --ppn 2",
        platform));
  return nodes;
}

/// The pace as collrun takes it: as asked, else as the platform's levels say.
std::string pace_of(const CommandLine& arguments, const Scenario& scenario) {
  const double usual =
      !arguments.text(flags::pace).empty()
          ? usual_pace(arguments.text(flags::pace))
          : pace_by_levels(Platform::load(scenario.points.front().platform), scenario.points);
  return usual > 0 ? exact_seconds(usual) : "first";
}

/// The backends that were asked to predict, and who measures what they are judged by.
std::string with_judge(std::string backends) {
  const auto asked = split_list(backends), judges = backend_names(&Backend::measures);
  if (std::ranges::find_first_of(asked, judges) != asked.end()) return backends;
  return backends + "," + usual_backend(Backend::Kind::measured).name().text();
}

void write_report(Scenario& scenario, const std::vector<Row>& rows, const fs::path& folder,
                  const Judgement& judgement) {
  const std::string machine = fs::path(scenario.points.front().platform).stem().string();
  const std::string sources = sources_of(scenario);
  present_judgement(judgement, to_text(judgement), folder / "native", machine, sources);
  const NetworkName network(Platform::load(scenario.points.front().platform).network());
  std::set<std::string> collectives;
  for (const Judged& each : judgement.judged) collectives.insert(each.question().collective);
  for (const auto& collective : collectives) {
    const fs::path picture = folder / "pictures" / collective;
    const auto shown = figure_rows_of(rows, collective, network);
    if (shown.empty()) continue;  // it moves no data
    write_atomically(picture.string() + ".csv", to_csv(shown));
    const std::string title =
        fmt::format("Which {} is fastest on {}? Measured, simulated, and by formula", collective, machine);
    for (const auto& file :
         draw("time_over_bytes", picture.string() + ".csv", "", picture.string(), title, sources))
      fmt::print("Picture: {}\n", file);
  }
}

/// Rows of a table instead of those that are measured here.
int validate_elsewhere(const Context& context) {
  const CommandLine& arguments = context.arguments;
  for (const char* flag : {"calibration", "testbed", "launch", "launches", "pace"})
    if (arguments.given.contains(flag))
      throw Error(fmt::format("--{} means nothing beside --cells, which were measured elsewhere", flag));
  const auto cells = asked_cells(arguments);
  const auto names = [&](const char* key, const std::vector<std::string>& all) {
    return split_list(flag(arguments, key, fmt::format("{}", fmt::join(all, ","))));
  };
  const auto predicts = [](const Backend& each) { return !each.measures(); };
  Scenario scenario =
      measured_scenario(cells, names("backends", backend_names(predicts)), names("network", network_names()));
  scenario.name = name_of(arguments);
  return perform(context, scenario,
                 [&](Scenario& asked, const std::vector<Row>& rows, const fs::path& folder) {
                   write_report(asked, rows, folder, judge_measured(cells, rows));
                 });
}

}  // namespace

std::string rounded_sizes(const std::string& sizes) {
  std::string ranges;
  for (const std::string& size : split_list(sizes))
    ranges += (ranges.empty() ? "" : ",") +
              (size.find("..") == std::string::npos ? size + ".." + size + ":x2" : size);
  return ranges;
}

int validate_native(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (!arguments.text(flags::cells).empty()) return validate_elsewhere(context);
  const std::string name = name_of(arguments);
  std::string calibration = arguments.text(flags::calibration);
  if (calibration.empty() && !arguments.text(flags::testbed).empty() &&
      !arguments.scenario.contains("platform")) {
    const KeptCalibration kept = kept_calibration(Testbed::load(arguments.text(flags::testbed)));
    if (kept.status != 0) return kept.status;
    calibration = kept.file.string();
  }
  const std::string platform = platform_of(arguments, calibration, results_folder(arguments, name));
  Flags flags = arguments.scenario;
  flags.erase("platform");
  if (const auto asked = flags.find("backends"); asked != flags.end())
    asked->second = with_judge(asked->second);
  for (const char* key : {"bytes", "count"})
    if (const auto sizes = flags.find(key); sizes != flags.end())
      sizes->second = rounded_sizes(sizes->second);
  Scenario scenario =
      parse_scenario(native_scenario(platform, processes_to_launch(arguments, platform)), "native", flags);
  scenario.name = name;
  if (asks_to_measure(arguments)) {
    const std::string pace = pace_of(arguments, scenario);
    const int status = measure_natively(
        context, {{.scenario = &scenario, .settings = settings_of(context, scenario), .pace = pace}});
    if (status != 0) return status;
  }
  const std::set<std::string> calibrated =
      calibration.empty() ? std::set<std::string>() : load_calibration(calibration).used;
  return perform(context, scenario,
                 [&](Scenario& asked, const std::vector<Row>& rows, const fs::path& folder) {
                   write_report(asked, rows, folder, judge_native(rows, calibrated));
                 });
}

}  // namespace collsim
