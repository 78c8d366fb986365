#include "validation/measured_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "platforms/parameter_range.hpp"
#include "platforms/variants.hpp"
#include "support/quantile.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// A cell and who predicts it, whatever the platform's numbers.
auto key(const NativeCell& cell) {
  const Point& point = cell.native.point;
  return std::tuple(point.places.name(), point.collective, cell.as, label(point), point.count, cell.by());
}

/// |time / time on the platform as it is - 1| of one predictor, in rising order.
std::vector<double> distances(const MeasuredReport& as_it_is, const MeasuredReport& moved,
                              const std::string& by) {
  std::map<decltype(key(as_it_is.cells.front())), double> before;
  for (const NativeCell& cell : as_it_is.cells) before[key(cell)] = cell.predicted.outcome.seconds;
  std::vector<double> found;
  for (const NativeCell& cell : moved.cells) {
    const auto place = before.find(key(cell));
    if (cell.by() == by && is_judged(cell.native.point) && place != before.end())
      found.push_back(std::abs(cell.predicted.outcome.seconds / place->second - 1));
  }
  std::ranges::sort(found);
  return found;
}

std::string percent(double value) {
  return fmt::format("{:.1f} %", 100 * value);
}

/// A line for each predictor of the report.
void add_lines(const std::string& change, const MeasuredReport& as_it_is, const MeasuredReport& report,
               TextTable& table) {
  for (const NativeError& error : report.by_job) {
    if (error.of != "all") continue;
    const auto choice = std::ranges::find_if(
        report.choices, [&](const NativeChoice& made) { return made.of == "all" && made.by == error.by; });
    const auto far = distances(as_it_is, report, error.by);
    table.lines.push_back({change, error.by, percent(far.empty() ? 0 : quantile(far, 0.5)),
                           percent(far.empty() ? 0 : far.back()), percent(error.median),
                           percent(error.ninetieth), percent(error.worst),
                           choice == report.choices.end() ? "" : percent(choice->regret)});
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> stated_changes(const std::vector<MeasuredCell>& cells) {
  std::set<std::string> platforms;
  for (const MeasuredCell& cell : cells)
    if (!cell.row.point.platform.empty()) platforms.insert(cell.row.point.platform);
  std::vector<std::pair<std::string, std::string>> changes;
  for (const std::string& platform : platforms)
    for (const std::string& change : stated_changes(Platform::load(platform)))
      changes.emplace_back(platform, change);
  return changes;
}

std::vector<MeasuredCell> with_change(const std::vector<MeasuredCell>& cells, const std::string& change,
                                      const std::string& platform) {
  Platforms platforms;
  std::map<std::pair<std::string, Changes>, Changes> known;
  std::string why;
  bool found = false;
  std::vector<MeasuredCell> changed = cells;
  for (MeasuredCell& cell : changed) {
    Point& point = cell.row.point;
    if (point.platform.empty() || (!platform.empty() && point.platform != platform)) continue;
    const auto [place, added] = known.try_emplace({point.platform, point.overrides}, point.overrides);
    if (added) try {
        const Variant variant = parse_variant(change, platforms.of(point));
        place->second = replaced(point.overrides, variant.changes);
        found = true;
      } catch (const Error& error) {
        why = error.what();
      }
    point.overrides = place->second;
  }
  if (!found && !why.empty()) throw Error(why);
  return changed;
}

std::string moves_text(const MeasuredReport& as_it_is, const std::vector<MeasuredMove>& moves) {
  if (moves.empty()) return "";
  TextTable table{.headings = {{"platform"},
                               {"by"},
                               {"times move, median", false},
                               {"at most", false},
                               {"median error", false},
                               {"90th percentile", false},
                               {"worst", false},
                               {"mean regret", false}},
                  .lines = {}};
  add_lines("as it is", as_it_is, as_it_is, table);
  for (const MeasuredMove& move : moves) add_lines(move.change, as_it_is, move.report, table);
  return "\n## How far predictions move with the platform's numbers, from 4 KiB on\n\n"
         "Flat models are fitted to the cells alone, and do not move.\n\n" +
         markdown(table);
}

}  // namespace collsim
