#include "validation/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "backends/backend.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/text_table.hpp"
#include "validation/native_choices.hpp"

namespace collsim {
namespace {

/// Times below are latencies of the software rather than of the network.
constexpr std::int64_t judged_from = 4096;
constexpr std::int64_t large_from = 65536;
constexpr std::size_t most_worst = 5;
constexpr const char* with_more_ranks = "all with more ranks on a node than any job that calibrates";

std::string why_excluded(const MeasuredCell& cell) {
  if (cell.counterpart.choice.empty())
    return fmt::format("no counterpart: {} {}: {}", cell.counterpart.collective, cell.algorithm,
                       cell.counterpart.why_none);
  if (cell.calibrates) return "calibrates the platform";
  return "";
}

[[noreturn]] void refuse_unjudged(const std::vector<MeasuredCell>& cells) {
  const auto without =
      std::ranges::count_if(cells, [](const MeasuredCell& cell) { return cell.counterpart.choice.empty(); });
  const auto calibrate = std::ranges::count_if(
      cells, [](const MeasuredCell& cell) { return !cell.counterpart.choice.empty() && cell.calibrates; });
  const auto unknown =
      std::ranges::find_if(cells, [](const MeasuredCell& cell) { return !cell.counterpart.is_known; });
  throw Error(
      fmt::format("none of {} cells can be judged; without a counterpart: {}, calibrate the platform: {}, "
                  "algorithm chosen by the library: {}{}",
                  cells.size(), without, calibrate, std::ssize(cells) - without - calibrate,
                  unknown == cells.end() ? "" : "; " + unknown->counterpart.why_none));
}

/// The data set's mark of algorithms that were not left to the library.
bool is_written_out(const std::string& algorithm) {
  return algorithm.find("_over") != std::string::npos;
}

std::string job_of(const Row& measured) {
  const auto& [point, outcome] = measured;
  return fmt::format("{} {} on {}", point.places.name(), point.collective, point.processes);
}

/// The most ranks on a node in a job that calibrates the platform; 0: none does.
int most_calibrated(const std::vector<MeasuredCell>& cells) {
  int most = 0;
  for (const auto& cell : cells)
    if (cell.calibrates && !cell.counterpart.choice.empty())
      most = std::max(most, cell.row.point.placement().most_on_a_node());
  return most;
}

std::vector<NativeCell> of_size(const std::vector<NativeCell>& cells, std::int64_t from) {
  std::vector<NativeCell> large;
  std::ranges::copy_if(cells, std::back_inserter(large),
                       [&](const NativeCell& cell) { return cell.native.point.bytes() >= from; });
  return large;
}

/// Choices among the cells that satisfy a condition.
template <class Condition>
void add_choices(const std::string& of, const MeasuredReport& report, const std::vector<const Row*>& measured,
                 const Condition& belongs, std::vector<NativeChoice>& choices) {
  std::ranges::move(native_choices_where(of, report.cells, measured, belongs), std::back_inserter(choices));
}

std::string worst_table(const std::vector<NativeCell>& cells) {
  std::vector<const NativeCell*> worst;
  for (const auto& cell : cells)
    if (is_judged(cell.native.point) && backend(cell.predicted.point).kind() == Backend::Kind::simulated)
      worst.push_back(&cell);
  std::ranges::stable_sort(worst, std::ranges::greater(), [](const NativeCell* cell) {
    return std::abs(std::log(cell->predicted.outcome.seconds / cell->native.outcome.seconds));
  });
  worst.resize(std::min(worst.size(), most_worst));
  TextTable table{.headings = {{"job"},
                               {"algorithm"},
                               {"by"},
                               {"bytes", false},
                               {"measured", false},
                               {"predicted", false},
                               {"deviation", false}},
                  .lines = {}};
  for (const NativeCell* cell : worst)
    table.lines.push_back(
        {job_of(cell->native), cell->as, cell->by(), human_bytes(cell->native.point.bytes()),
         human_seconds(cell->native.outcome.seconds), human_seconds(cell->predicted.outcome.seconds),
         fmt::format("{:+.1f} %", 100 * cell->deviation())});
  return markdown(table);
}

}  // namespace

bool is_judged(const Point& point) {
  return point.bytes() >= judged_from || collective(point.collective).size == Collective::Size::nothing;
}

Scenario measured_scenario(const std::vector<MeasuredCell>& cells, const std::vector<std::string>& backends,
                           const std::vector<std::string>& networks) {
  Scenario scenario;
  scenario.name = scenario.title = scenario.file = "measured";
  scenario.document = nlohmann::json{{"title", "Measured and predicted"}}.dump();
  std::set<Point> asked;
  for (const auto& cell : cells) {
    if (!why_excluded(cell).empty() || cell.row.point.algorithm == installed_library) continue;
    Point point = cell.row.point;
    for (const auto& name : backends)
      for (const auto& network : networks) {
        point.backend = name;
        point.network = backend(point).network(network, scenario.platforms.of(point));
        point.schedule = backend(point).schedule(Schedule::fibers);
        if (asked.insert(point).second) scenario.points.push_back(point);
      }
  }
  if (scenario.points.empty()) refuse_unjudged(cells);
  return scenario;
}

MeasuredReport judge_measured(const std::vector<MeasuredCell>& cells, const std::vector<Row>& rows) {
  MeasuredReport report;
  std::map<Point, std::vector<const Row*>> answers;
  for (const Row& row : rows) {
    if (row.outcome.ok())
      answers[row.point.question()].push_back(&row);
    else
      ++report.excluded[row.outcome.status.text()];
  }
  // Of several implementations that ask the same, the one that says what ran comes first.
  std::vector<const MeasuredCell*> ordered;
  for (const auto& cell : cells) ordered.push_back(&cell);
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const MeasuredCell* cell) { return is_written_out(cell->algorithm); });
  std::vector<const Row*> judged;
  for (const MeasuredCell* cell : ordered) {
    const std::string why = why_excluded(*cell);
    if (!why.empty()) {
      ++report.excluded[why];
      continue;
    }
    const auto found = answers.find(cell->row.point.question());
    const bool library = cell->row.point.algorithm == installed_library;
    if (library || found != answers.end()) judged.push_back(&cell->row);
    if (found == answers.end()) continue;
    for (const Row* predicted : found->second) {
      report.cells.push_back({cell->row, *predicted, cell->algorithm});
      Outcome& outcome = report.cells.back().predicted.outcome;
      if (cell->mean) outcome.seconds = outcome.seconds_mean;
    }
  }
  std::vector<NativeCell> large;
  std::ranges::copy_if(report.cells, std::back_inserter(large),
                       [](const NativeCell& cell) { return is_judged(cell.native.point); });
  report.by_size = errors_by_size(report.cells);
  report.by_algorithm = errors_by_algorithm(large);
  report.by_collective = errors_by(
      large, [](const NativeCell& cell) { return std::pair(std::int64_t{0}, cell.native.point.collective); });
  const auto its_job = [](const NativeCell& cell) { return std::pair(std::int64_t{0}, job_of(cell.native)); };
  report.by_job = errors_by(large, its_job);
  report.large_by_job = errors_by(of_size(report.cells, large_from), [](const NativeCell& cell) {
    const Point& point = cell.native.point;
    return std::pair(std::int64_t{point.processes}, point.places.name());
  });
  std::set<std::string> jobs;
  for (const auto& cell : large) jobs.insert(job_of(cell.native));
  const auto add_total = [&](const std::string& name, const std::vector<NativeCell>& of) {
    const auto total = errors_by(of, [&](const NativeCell&) { return std::pair(std::int64_t{0}, name); });
    report.by_job.insert(report.by_job.begin(), total.begin(), total.end());
  };
  const int calibrated = most_calibrated(cells);
  const auto is_denser = [&](const Point& point) {
    return calibrated > 0 && point.placement().most_on_a_node() > calibrated;
  };
  std::vector<NativeCell> denser;
  std::ranges::copy_if(large, std::back_inserter(denser),
                       [&](const NativeCell& cell) { return is_denser(cell.native.point); });
  add_total("all", large);
  add_total(with_more_ranks, denser);
  std::erase_if(large, [](const NativeCell& cell) { return !is_written_out(cell.as); });
  add_total("all written over point-to-point messages", large);
  const auto is_large = [](const Row& row) { return is_judged(row.point); };
  report.choices_by_size = native_choices_by_size(report.cells, judged);
  add_choices("all", report, judged, is_large, report.choices);
  add_choices(
      with_more_ranks, report, judged, [&](const Row& row) { return is_large(row) && is_denser(row.point); },
      report.choices);
  for (const auto& job : jobs)
    add_choices(
        job, report, judged, [&](const Row& row) { return is_large(row) && job_of(row) == job; },
        report.choices);
  return report;
}

std::string to_text(const MeasuredReport& report, const std::string& title) {
  std::string text = fmt::format("# Predicted and measured: {}\n\n", title);
  text += "What is from 4 KiB on has the barriers, too, which have no size.\n\n";
  text += "## |predicted / measured - 1| from 4 KiB on, in percent: median / 90th percentile / worst\n\n" +
          errors_table(report.by_job, "job");
  text += "\n## By collective, from 4 KiB on\n\n" + errors_table(report.by_collective, "collective");
  text += "\n## From 64 KiB on, by job of all collectives\n\n" + errors_table(report.large_by_job, "job");
  text += "\n## By size\n\n" + errors_table(report.by_size, "bytes");
  text += "\n## By algorithm, from 4 KiB on\n\n" + errors_table(report.by_algorithm, "algorithm");
  text += "\n## Choosing among the algorithms by predictions and as the library did, from 4 KiB on\n\n" +
          choices_table(report.choices);
  text += "\n## The worst cells, simulated\n\n" + worst_table(report.cells);
  if (!report.excluded.empty()) text += "\n## Not judged\n\n";
  for (const auto& [why, rows] : report.excluded) text += fmt::format("* {} cells: {}\n", rows, why);
  return text;
}

Cells to_cells(const MeasuredReport& report) {
  Cells cells{.names = {"job", "collective", "algorithm", "measured_as", "by", "p", "bytes", "measured",
                        "low", "high", "predicted", "deviation"},
              .lines = {}};
  for (const auto& cell : report.cells) {
    const auto& [point, outcome] = cell.native;
    cells.lines.push_back({point.places.name(), point.collective, label(point), cell.as, cell.by(),
                           std::int64_t{point.processes}, point.bytes(), outcome.seconds, outcome.seconds_low,
                           outcome.seconds_high, cell.predicted.outcome.seconds, cell.deviation()});
  }
  return cells;
}

}  // namespace collsim
