#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "backends/backend.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"
#include "validation/native.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_worst = 12;

/// Of every native row, what the predictor says that is nearest to the truth.
std::vector<NativeCell> truest(const std::vector<NativeCell>& cells) {
  std::map<Point, NativeCell> found;
  for (const auto& cell : cells) {
    const auto [place, added] = found.emplace(cell.native.point, cell);
    if (!added && is_truer(cell.predicted.point, place->second.predicted.point)) place->second = cell;
  }
  std::vector<NativeCell> all;
  for (auto& [point, cell] : found) all.push_back(std::move(cell));
  return all;
}

/// What a deviation comes from, as far as other measurements and other predictions of the same tell.
std::string explanation(const NativeCell& cell, const std::vector<NativeCell>& all) {
  if (cell.within_noise()) return "noise: another measurement might be as predicted";
  const double miss = std::abs(cell.deviation());
  const RealInterval noise = cell.native.outcome.noise();
  const double width = (noise.high - noise.low) / cell.native.outcome.seconds;
  if (width > miss / 2) return fmt::format("noise in part: the interval is {} wide", human_percent(width));
  for (const auto& other : all) {
    if (backend(other.predicted.point).kind() != Backend::Kind::predicted ||
        !(other.native.point == cell.native.point))
      continue;
    // What no message waits for is in the formula, too.
    if (std::abs(other.deviation() - cell.deviation()) < miss / 2)
      return fmt::format(
          "the platform's numbers, or what neither knows: the formula is off by {:+.1f} %, too",
          100 * other.deviation());
    return fmt::format("the network: the formula is off by {:+.1f} %", 100 * other.deviation());
  }
  return "not told: no formula";
}

std::string worst_table(std::vector<NativeCell> cells, const std::vector<NativeCell>& all) {
  std::ranges::stable_sort(cells, std::ranges::greater(),
                           [](const auto& cell) { return std::abs(cell.deviation()); });
  cells.resize(std::min(cells.size(), most_worst));
  TextTable table{.headings = {{"algorithm"},
                               {"by"},
                               {"p", false},
                               {"bytes", false},
                               {"native", false},
                               {"interval", false},
                               {"predicted", false},
                               {"deviation", false},
                               {"what explains it"}},
                  .lines = {}};
  for (const auto& cell : cells) {
    const auto& [point, outcome] = cell.native;
    const RealInterval noise = outcome.noise();
    table.lines.push_back({point.collective + "/" + label(point), cell.by(), std::to_string(point.processes),
                           human_bytes(point.bytes()), human_seconds(outcome.seconds),
                           human_seconds(noise.low) + " .. " + human_seconds(noise.high),
                           human_seconds(cell.predicted.outcome.seconds),
                           fmt::format("{:+.1f} %", 100 * cell.deviation()), explanation(cell, all)});
  }
  return markdown(table);
}

/// "Within what another measurement might say (intervals, or quartiles): fast/links 3 of 12, smpi 5 of 12."
std::string within_noise(const std::vector<NativeCell>& cells) {
  std::map<std::string, std::pair<int, int>> counts;
  for (const auto& cell : cells) {
    auto& [within, all] = counts[cell.by()];
    within += cell.within_noise() ? 1 : 0;
    ++all;
  }
  std::string text;
  for (const auto& [by, count] : counts)
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", by, count.first, count.second);
  return "Within what another measurement might say (intervals, or quartiles): " + text + ".\n";
}

/// "native times are medians over 6 launches; ..."
std::string launches_of(const std::vector<NativeCell>& cells) {
  std::map<int, std::set<Point>> points;
  std::set<Point> preempted;
  for (const auto& [native, predicted, as] : cells) {
    points[native.outcome.launches].insert(native.point);
    if (native.outcome.preempted > 0) preempted.insert(native.point);
  }
  std::string text;
  for (const auto& [launches, of_them] : points)
    text += fmt::format("{}{} of {} launches", text.empty() ? "" : ", ", of_them.size(), launches);
  return fmt::format("Native points: {}; in {} of them repetitions count in which a rank was preempted.\n",
                     text, preempted.size());
}

}  // namespace

std::string errors_table(const std::vector<NativeError>& errors, const char* what) {
  std::vector<std::string> predictors, places;
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  };
  for (const auto& error : errors) note(predictors, error.by);
  TextTable table{.headings = {{what}, {"points", false}}, .lines = {}};
  for (const auto& name : predictors) table.headings.push_back({name, false});
  for (const auto& error : errors) {
    const std::size_t line = note(places, error.of);
    if (line == table.lines.size()) {
      table.lines.push_back({error.of, std::to_string(error.points)});
      table.lines.back().resize(table.headings.size(), "-");
    }
    table.lines[line][2 + note(predictors, error.by)] =
        fmt::format("{:.1f} / {:.1f} / {:.1f}", 100 * error.median, 100 * error.ninetieth, 100 * error.worst);
  }
  return markdown(table);
}

std::string choices_table(const std::vector<NativeChoice>& choices) {
  TextTable table{.headings = {{"by"},
                               {"cells", false},
                               {"clear winners", false},
                               {"found", false},
                               {"ahead by more than 10 %, found", false},
                               {"Kendall's tau", false},
                               {"mean regret", false},
                               {"worst", false},
                               {"where"}},
                  .lines = {}};
  const bool several =
      std::ranges::any_of(choices, [](const NativeChoice& each) { return !each.of.empty(); });
  for (const auto& choice : choices)
    table.lines.push_back(
        {several ? fmt::format("{}: {}", choice.of, choice.by) : choice.by, std::to_string(choice.cells),
         std::to_string(choice.clear), std::to_string(choice.agreeing),
         fmt::format("{} of {}", choice.ahead_found, choice.ahead), fmt::format("{:.2f}", choice.correlation),
         human_percent(choice.regret), human_percent(choice.worst_regret), choice.worst_place});
  return markdown(table);
}

std::string to_text(const NativeReport& report) {
  std::string text = "## |predicted / native - 1| by size, in percent: median / 90th percentile / worst\n\n" +
                     errors_table(report.by_size, "bytes");
  if (!report.cells.empty()) text += "\n" + within_noise(report.cells) + launches_of(report.cells);
  text += "\n## Choosing by predictions, judged by native times\n\n" + choices_table(report.choices);
  std::vector<NativeChoice> by_size;
  for (const auto& [bytes, choices] : report.choices_by_size)
    by_size.insert(by_size.end(), choices.begin(), choices.end());
  text += "\n## Choices by size\n\n" + choices_table(by_size);
  text += "\n## Choices by collective\n\n" + choices_table(report.choices_by_collective);
  text += "\n## Errors by size and collective\n\n" + errors_table(report.by_collective, "bytes, collective");
  text += "\n## Errors by algorithm\n\n" + errors_table(report.by_algorithm, "algorithm");
  text += "\n## The worst cells, of the prediction nearest to the truth\n\n" +
          worst_table(truest(report.cells), report.cells);
  if (!report.excluded.empty()) text += "\n## Not judged\n\n";
  for (const auto& [why, rows] : report.excluded) text += fmt::format("* {} rows: {}\n", rows, why);
  return text;
}

Cells to_cells(const NativeReport& report) {
  Cells cells{.names = {"collective", "algorithm", "by", "p", "bytes", "native", "low", "high", "predicted",
                        "deviation"},
              .lines = {}};
  for (const auto& cell : report.cells) {
    const auto& [point, outcome] = cell.native;
    const RealInterval noise = outcome.noise();
    cells.lines.push_back({point.collective, label(point), cell.by(), std::int64_t{point.processes},
                           point.bytes(), outcome.seconds, noise.low, noise.high,
                           cell.predicted.outcome.seconds, cell.deviation()});
  }
  return cells;
}

std::string picture_of(const std::vector<NativeCell>& cells,
                       const std::map<std::int64_t, std::vector<NativeChoice>>& choices_by_size) {
  std::string text = "panel,by,x,y\n";
  for (const auto& cell : cells)
    if (cell.native.outcome.seconds > 0 && cell.predicted.outcome.seconds > 0)
      text += fmt::format("{},{},{},{}\n", cell.native.point.collective, cell.by(),
                          cell.native.outcome.seconds, cell.predicted.outcome.seconds);
  for (const auto& [bytes, choices] : choices_by_size)
    for (const auto& choice : choices)
      if (bytes > 0) text += fmt::format("regret,{},{},{}\n", choice.by, bytes, 100 * choice.regret);
  return text;
}

}  // namespace collsim
