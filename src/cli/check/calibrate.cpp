#include "cli/check/calibrate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "backends/backend.hpp"
#include "cli/check/testbed.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/calibration/pattern_rows.hpp"
#include "evidence/calibration/platform_xml.hpp"
#include "evidence/validation/ping_pong.hpp"
#include "figures/plots/figure.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "testbed/launch.hpp"

namespace collsim {
namespace {

/// Bits per second of every host, by which the share that links carry as data is known.
double nominal_rate(const Testbed& testbed) {
  const auto& first = testbed.hosts.front();
  for (std::size_t rank = 1; rank < testbed.hosts.size(); ++rank) {
    const auto& other = testbed.hosts[rank];
    if (other.at == first.at && other.rate == first.rate) continue;
    throw Error(fmt::format(
        "testbed {}: ranks 0 and {} {}; right would be a testbed whose hosts have one rate and are on one "
        "switch, such as star",
        testbed.name, rank, other.at == first.at ? "have different rates" : "are on different switches"));
  }
  return first.rate;
}

int most_ranks(const std::vector<PatternTime>& rows) {
  return std::ranges::max_element(rows, {}, &PatternTime::ranks)->ranks;
}

/// Whether a table has no patterns but the times of a single one.
bool is_ping_pong(const std::filesystem::path& csv) {
  return std::ranges::count(read_csv(csv).header, "pattern") == 0;
}

std::vector<FittedPattern> fitted_patterns(const Calibration& calibration,
                                           const std::vector<PatternTime>& rows) {
  std::vector<FittedPattern> found;
  for (const auto& [row, fitted] : residuals(calibration, rows)) found.push_back({row.pattern, row, fitted});
  return found;
}

/// Its name and its processors.
std::string this_machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return fmt::format("{}, {} processors", name.data(), usable_cores().size());
}

/// Empty, or why a file is of no use to simulate testbeds of so many hosts of this machine by.
std::string why_useless(const std::filesystem::path& file, int hosts) {
  if (!std::filesystem::exists(file)) return "there is none";
  try {
    const Calibration found = load_calibration(file.string());
    if (found.nominal <= 0) return "it was not made on a testbed";
    if (found.machine != this_machine()) return "it is of " + found.machine;
    const int ranks = found.most_ranks();
    return ranks >= hosts ? "" : fmt::format("it is of {} ranks, right would be {}", ranks, hosts);
  } catch (const Error&) {
    return "it is of another version";
  }
}

/// Returns the exit status of a launch that was stopped or has said why it could not measure. Throws Error of any other.
int measure_patterns(const CommandLine& arguments, const std::filesystem::path& folder) {
  const int status = launch_collrun(arguments, {"patterns", "--results", folder.string()});
  constexpr int has_said_why = 2;
  if (status != 0 && status != has_said_why && !interrupted())
    throw Error(ended_early(arguments, status, "two ranks or more"));
  return status;
}

}  // namespace

std::string fitted_rows(const std::vector<FittedPattern>& patterns) {
  std::string text = "series,kind,quantity,p,bytes,value,low,high\n";
  for (const FittedPattern& each : patterns) {
    const PatternTime& its = each.time;
    const auto line = [&](const Backend::Kind kind, double value, double low, double high) {
      text += fmt::format("{},{},seconds,{},{},{},{},{}\n", each.series, usual_backend(kind).series(),
                          its.ranks, its.bytes, value, low, high);
    };
    line(Backend::Kind::measured, its.seconds, its.low, its.high);
    line(Backend::Kind::predicted, each.fitted, each.fitted, each.fitted);
  }
  return text;
}

KeptCalibration kept_calibration(const Testbed& testbed) {
  const auto file = std::filesystem::path(calibration_folder) / "calibration.json";
  CommandLine star;
  star.words = {"calibrate"};
  take_value(flags::testbed, "star", star);
  // More ranks than the star has hosts are not calibrated by it either.
  const std::size_t hosts =
      std::min(testbed.hosts.size(), Testbed::load(star.text(flags::testbed)).hosts.size());
  const std::string why = why_useless(file, static_cast<int>(hosts));
  if (why.empty()) {
    const Calibration found = load_calibration(file.string());
    fmt::print("Calibration: {}, of this machine ({} ranks, {:g} Mbit/s)\n", file.string(),
               found.most_ranks(), found.nominal / 1e6);
    return {0, file};
  }
  fmt::print(stderr, "No calibration in {} ({}): calibrates on {} first\n", calibration_folder, why,
             star.text(flags::testbed));
  const auto begin = std::chrono::steady_clock::now();
  const int status = calibrate_command(star);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (status == 0) fmt::print("The calibration took {} and is kept\n", human_seconds(took.count()));
  return {status, file};
}

int calibrate_command(const CommandLine& arguments) {
  const std::filesystem::path folder =
      arguments.text(flags::results).empty() ? calibration_folder : arguments.text(flags::results);
  const bool on_testbed = !arguments.text(flags::testbed).empty();
  const Testbed testbed = on_testbed ? Testbed::load(arguments.text(flags::testbed)) : Testbed();
  Site site{.machine = this_machine()};
  if (on_testbed) {
    site.nominal = nominal_rate(testbed);
    site.cores = static_cast<int>(usable_cores().size());
  }
  std::filesystem::path measured = folder / "patterns.csv";
  if (arguments.words.size() == 2) {
    measured = arguments.words[1];
  } else {
    if (on_testbed) fmt::print(stderr, "Measures patterns: 40 s where nothing else runs\n");
    if (const int status = measure_patterns(arguments, folder); status != 0) return status;
  }
  if (is_ping_pong(measured)) {
    fmt::print("{}", fit_ping_pong(measured));
    return 0;
  }
  const auto rows = read_patterns(measured);
  const Calibration found = calibrate(rows, site);
  const std::string name = on_testbed ? testbed.name : "machine";
  const auto platform = folder / (name + ".xml");
  write_atomically(folder / "calibration.json", nlohmann::json(found).dump(1) + "\n");
  write_atomically(platform,
                   on_testbed ? platform_xml(testbed, found) : platform_xml(name, most_ranks(rows), found));
  fmt::print("{}Calibration: {}\nPlatform: {}\n", to_text(found, rows),
             (folder / "calibration.json").string(), platform.string());
  for (const auto& file : draw_rows("time_over_bytes", fitted_rows(fitted_patterns(found, rows)),
                                    measured.string(), (folder / "calibration").string(),
                                    "How well does the fit (model) meet messages between hosts?"))
    fmt::print("Picture: {}\n", file);
  return 0;
}

}  // namespace collsim
