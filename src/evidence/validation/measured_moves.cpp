#include "evidence/validation/measured_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "lab/decisions/choices.hpp"
#include "platforms/parameter_range.hpp"
#include "platforms/variants.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// A cell and who predicts it, whatever the platform's numbers.
auto key(const Judged& each) {
  const Point& point = each.question();
  return std::tuple(point.places.name(), point.collective, each.as, label(point), point.count, each.by());
}

/// By what share times of one predictor are off those on the platform as it is.
Errors distances(const Judgement& as_it_is, const Judgement& moved, const std::string& by) {
  std::map<decltype(key(as_it_is.judged.front())), double> before;
  for (const Judged& each : as_it_is.judged) before[key(each)] = each.answer.outcome.seconds;
  std::vector<double> found;
  for (const Judged& each : moved.judged) {
    const auto place = before.find(key(each));
    if (each.by() == by && is_judged(each.question(), moved.by_block) && place != before.end())
      found.push_back(deviation_of(each.answer.outcome.seconds, place->second));
  }
  return errors_of(found);
}

std::string moved_percent(double value) {
  return fmt::format("{:.1f} %", 100 * value);
}

/// What becomes of one predictor under a change.
struct MovedErrors {
  std::string change, by;
  Errors distances, errors;
  std::string regret;
};

void add_predictors(const std::string& change, const Judgement& as_it_is, const Judgement& moved,
                    std::vector<MovedErrors>& all) {
  const auto choices = choices_by(moved, group_of_judged(moved.by_block));
  for (const auto& [of, by, errors] : errors_by(moved.judged, group_of_judged(moved.by_block))) {
    const auto choice = std::ranges::find(choices, by, &Choices::by);
    all.push_back({change, by, distances(as_it_is, moved, by), errors,
                   choice == choices.end() ? "" : moved_percent(choice->regret)});
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
        const Variant variant = parse_variant(change, platforms.of_point(point));
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

std::string moves_text(const Judgement& as_it_is, const std::vector<MeasuredMove>& moves) {
  if (moves.empty()) return "";
  std::vector<MovedErrors> all;
  add_predictors("as it is", as_it_is, as_it_is, all);
  for (const MeasuredMove& move : moves) add_predictors(move.change, as_it_is, move.judgement, all);
  const auto share = [](Errors MovedErrors::*of, double Errors::*which) {
    return [of, which](const MovedErrors& each) { return moved_percent(each.*of.*which); };
  };
  const std::vector<ColumnOf<MovedErrors>> columns = {
      {{"platform"}, &MovedErrors::change},
      {{"by"}, &MovedErrors::by},
      {{"times move, median", false}, share(&MovedErrors::distances, &Errors::median)},
      {{"at most", false}, share(&MovedErrors::distances, &Errors::worst)},
      {{"median error", false}, share(&MovedErrors::errors, &Errors::median)},
      {{"90th percentile", false}, share(&MovedErrors::errors, &Errors::ninetieth)},
      {{"worst", false}, share(&MovedErrors::errors, &Errors::worst)},
      {{"mean regret", false}, &MovedErrors::regret}};
  return "\n## How far predictions move with the platform's numbers, from 4 KiB on\n\n"
         "Flat models are fitted to the cells alone, and do not move.\n\n" +
         markdown(table_of(columns, all));
}

}  // namespace collsim
