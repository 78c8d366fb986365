#include "validation/native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "algorithms/facts/description.hpp"
#include "backends/backend.hpp"
#include "calibration/calibration.hpp"
#include "decisions/regret.hpp"
#include "support/human.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

using nlohmann::json;

const std::string library = "library";

bool is_native(const Row& row) {
  return backend(row.point).kind() == Backend::Kind::measured;
}

std::string name_of(const Point& point) {
  return backend_label(point.backend, point.network, true);
}

/// Cells that say the same of `key`, in the order in which they come.
template <class Key>
std::vector<NativeError> errors_by(const std::vector<NativeCell>& cells, const Key& key) {
  std::map<std::pair<decltype(key(cells.front())), std::string>, std::vector<double>> samples;
  for (const auto& cell : cells) samples[{key(cell), cell.by()}].push_back(std::abs(cell.deviation()));
  std::vector<NativeError> errors;
  for (auto& [place, deviations] : samples) {
    std::ranges::sort(deviations);
    std::string of;
    if constexpr (std::is_integral_v<decltype(key(cells.front()))>)
      of = human_bytes(place.first);
    else
      of = place.first;
    errors.push_back({.of = of,
                      .by = place.second,
                      .points = deviations.size(),
                      .median = quantile(deviations, 0.5),
                      .ninetieth = quantile(deviations, 0.9),
                      .worst = deviations.back()});
  }
  return errors;
}

/// Points among which one chooses: all but algorithm and size agree.
Point choice_of(Point point) {
  point = point.question();
  point.algorithm = {};
  point.options = {};
  point.count = 0;
  return point;
}

/// An algorithm to choose: its native row, and the seconds by which it is chosen.
struct Candidate {
  const Row* native;
  double seconds;

  double natively() const { return native->outcome.seconds; }
  /// How far the quartiles of the repetitions are apart, over their median.
  double spread() const { return (native->outcome.seconds_high - native->outcome.seconds_low) / natively(); }
};
using Candidates = std::vector<Candidate>;

/// Kendall's tau: the share of pairs in the same order less that of pairs in the opposite one.
double kendall(const Candidates& all) {
  int same = 0, pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      const double order = (all[i].seconds - all[j].seconds) * (all[i].natively() - all[j].natively());
      same += order > 0 ? 1 : order < 0 ? -1 : 0;
    }
  return pairs == 0 ? 1 : static_cast<double>(same) / pairs;
}

/// Adds one cell of algorithms to what is said of a predictor.
void add_choice(Candidates candidates, NativeChoice& choice) {
  std::ranges::stable_sort(candidates, {}, &Candidate::natively);
  const Candidate &best = candidates[0], &second = candidates[1];
  // Of equal predictions the one that is natively slowest counts, because a chooser may take any of them.
  const double least = std::ranges::min_element(candidates, {}, &Candidate::seconds)->seconds;
  const Candidate& chosen = *std::find_if(
      candidates.rbegin(), candidates.rend(),
      [&](const Candidate& candidate) { return candidate.seconds <= least * (1 + tie_tolerance); });
  const double regret = chosen.natively() / best.natively() - 1;
  ++choice.cells;
  choice.regret += regret;
  choice.correlation += kendall(candidates);
  if (regret > choice.worst_regret || choice.worst_place.empty()) {
    const Point& point = best.native->point;
    choice.worst_regret = regret;
    choice.worst_place =
        fmt::format("{} of {} on {} ranks: {} instead of {}", point.collective, human_bytes(point.bytes()),
                    point.processes, label(chosen.native->point), label(point));
  }
  if (second.natively() / best.natively() - 1 <= best.spread() + second.spread()) return;
  ++choice.clear;
  if (chosen.native == best.native) ++choice.agreeing;
}

using Places = std::map<std::pair<Point, std::int64_t>, Candidates>;

NativeChoice choice_by(const std::string& by, const Places& places) {
  NativeChoice choice;
  choice.by = by;
  for (const auto& [place, candidates] : places)
    if (candidates.size() > 1) add_choice(candidates, choice);
  if (choice.cells == 0) return choice;
  choice.regret /= static_cast<double>(choice.cells);
  choice.correlation /= static_cast<double>(choice.cells);
  return choice;
}

std::pair<Point, std::int64_t> place_of(const Row& row) {
  return {choice_of(row.point), row.point.bytes()};
}

/// The installed library takes no time of its choice, and all others for ever.
Places library_places(const std::map<Point, const Row*>& native) {
  Places places;
  for (const auto& [question, row] : native)
    places[place_of(*row)].push_back({row, row->point.algorithm == library ? 0.0 : 1.0});
  std::erase_if(places, [](const auto& place) {
    return std::ranges::none_of(place.second, [](const Candidate& each) { return each.seconds == 0; });
  });
  return places;
}

std::vector<NativeChoice> choices_of(const std::vector<NativeCell>& cells,
                                     const std::map<Point, const Row*>& native) {
  std::map<std::string, Places> predictors;
  for (const auto& cell : cells)
    predictors[cell.by()][place_of(cell.native)].push_back(
        {native.at(cell.native.point.question()), cell.predicted.outcome.seconds});
  std::vector<NativeChoice> choices;
  for (const auto& [by, places] : predictors) choices.push_back(choice_by(by, places));
  choices.push_back(choice_by(library, library_places(native)));
  std::erase_if(choices, [](const NativeChoice& choice) { return choice.cells == 0; });
  return choices;
}

/// Empty, or why a row is not judged.
std::string why_excluded(const Row& row, const std::set<std::string>& calibrated) {
  const Outcome& outcome = row.outcome;
  if (!outcome.ok()) return name_of(row.point) + ": " + outcome.status.text();
  if (!is_native(row))
    return row.point.algorithm == library ? "the simulated library, which is not the installed one" : "";
  if (!(outcome.seconds > 0)) return "native: took no time";
  const bool used = calibrated.contains(measured_digest(
      row.point.processes, row.point.bytes(), outcome.seconds, outcome.seconds_low, outcome.seconds_high));
  return used ? "native: the calibration used this row" : "";
}

}  // namespace

std::string native_scenario(const std::string& platform, int processes) {
  std::set<std::string> collectives;
  for (const auto* about : descriptions()) collectives.insert(about->collective);
  json sweeps = json::array();
  for (const auto& collective : collectives) sweeps.push_back({{"collective", collective}});
  const json document = {{"title", "Simulated, predicted and native"},
                         {"platform", platform},
                         {"processes", processes},
                         {"backends", backend_names([](const Backend&) { return true; })},
                         {"network", network_names()},
                         {"algorithms", {"*", "library"}},
                         // Ranges are rounded to equal blocks.
                         {"bytes", {"16K..16K:x2", "64K..64K:x2", "256K..256K:x2"}},
                         {"sweeps", sweeps}};
  return document.dump();
}

std::string NativeCell::by() const {
  return name_of(predicted.point);
}

NativeReport judge_native(const std::vector<Row>& rows, const std::set<std::string>& calibrated) {
  NativeReport report;
  std::map<Point, const Row*> native;
  for (const Row& row : rows) {
    const std::string why = why_excluded(row, calibrated);
    if (!why.empty())
      ++report.excluded[why];
    else if (is_native(row))
      native[row.point.question()] = &row;
  }
  for (const Row& row : rows) {
    if (is_native(row) || !why_excluded(row, calibrated).empty()) continue;
    const auto measured = native.find(row.point.question());
    if (measured == native.end())
      ++report.excluded["predicted, but not measured or not judged"];
    else
      report.cells.push_back({*measured->second, row});
  }
  report.by_size = errors_by(report.cells, [](const NativeCell& cell) { return cell.native.point.bytes(); });
  report.by_algorithm = errors_by(report.cells, [](const NativeCell& cell) {
    return cell.native.point.collective + "/" + label(cell.native.point);
  });
  report.choices = choices_of(report.cells, native);
  return report;
}

std::vector<Row> figure_rows_of(const std::vector<Row>& rows, const std::string& collective,
                                std::size_t most) {
  std::map<std::int64_t, double> best;
  const auto belongs = [&](const Row& row) {
    return row.point.collective == collective && row.outcome.ok() && row.point.bytes() > 0;
  };
  for (const Row& row : rows) {
    if (!belongs(row) || !is_native(row)) continue;
    const auto place = best.emplace(row.point.bytes(), row.outcome.seconds).first;
    place->second = std::min(place->second, row.outcome.seconds);
  }
  std::map<std::string, double> behind;  // logarithms, over all sizes
  for (const Row& row : rows)
    if (belongs(row) && is_native(row))
      behind[label(row.point)] += std::log(row.outcome.seconds / best[row.point.bytes()]);
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, logarithm] : behind) order.emplace_back(logarithm, name);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), most));
  std::vector<Row> shown;
  for (const auto& [logarithm, name] : order)
    for (const Row& row : rows)
      if (belongs(row) && label(row.point) == name && (is_native(row) || row.point.network.empty()))
        shown.push_back(row);
  return shown;
}

}  // namespace collsim
