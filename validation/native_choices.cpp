#include "validation/native_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "decisions/what_if.hpp"
#include "decisions/winners.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The margin of a winner that every predictor should find.
constexpr double far_ahead = 0.1;

/// Points among which one chooses: all but algorithm and size agree.
Point choice_of(const Point& point) {
  Point choice = race(point.question());
  choice.count = 0;
  return choice;
}

/// An algorithm to choose: its native row, and the seconds by which it is chosen.
struct Candidate {
  const Row* native;
  double seconds;

  double natively() const { return native->outcome.seconds; }
  /// How far the ends of its interval, or its quartiles, are apart, over the median.
  double spread() const {
    const RealInterval noise = native->outcome.noise();
    return (noise.high - noise.low) / natively();
  }
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
  if (regret > choice.worst_regret) {
    const Point& point = best.native->point;
    choice.worst_regret = regret;
    choice.worst_place =
        fmt::format("{} of {} on {} ranks: {} instead of {}", point.collective, human_bytes(point.bytes()),
                    point.processes, label(chosen.native->point), label(point));
  }
  const double margin = second.natively() / best.natively() - 1;
  const std::size_t found = chosen.native == best.native ? 1 : 0;
  if (margin > far_ahead) ++choice.ahead, choice.ahead_found += found;
  if (margin > best.spread() + second.spread()) ++choice.clear, choice.agreeing += found;
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
Places library_places(const std::vector<const Row*>& native) {
  Places places;
  for (const Row* row : native)
    places[place_of(*row)].push_back({row, row->point.algorithm == installed_library ? 0.0 : 1.0});
  std::erase_if(places, [](const auto& place) {
    return std::ranges::none_of(place.second, [](const Candidate& each) { return each.seconds == 0; });
  });
  return places;
}

}  // namespace

std::vector<NativeChoice> native_choices(const std::vector<NativeCell>& cells,
                                         const std::vector<const Row*>& native) {
  std::map<std::string, Places> predictors;
  std::set<std::pair<std::string, Point>> seen;
  for (const auto& cell : cells)
    if (seen.emplace(cell.by(), cell.native.point.question()).second)
      predictors[cell.by()][place_of(cell.native)].push_back({&cell.native, cell.predicted.outcome.seconds});
  std::vector<NativeChoice> choices;
  for (const auto& [by, places] : predictors) choices.push_back(choice_by(by, places));
  choices.push_back(choice_by(installed_library, library_places(native)));
  std::erase_if(choices, [](const NativeChoice& choice) { return choice.cells == 0; });
  return choices;
}

std::map<std::int64_t, std::vector<NativeChoice>> native_choices_by_size(
    const std::vector<NativeCell>& cells, const std::vector<const Row*>& native) {
  const auto size_of = [](const Row& row) {
    const auto bytes = static_cast<double>(row.point.bytes());
    return bytes > 0 ? std::int64_t{1} << std::lround(std::log2(bytes)) : 0;
  };
  std::map<std::int64_t, std::vector<NativeChoice>> choices;
  for (const Row* row : native) choices[size_of(*row)];
  for (auto& [bytes, of_size] : choices)
    of_size = native_choices_where(human_bytes(bytes), cells, native,
                                   [&, size = bytes](const Row& row) { return size_of(row) == size; });
  return choices;
}

std::vector<NativeChoice> native_choices_by_collective(const std::vector<NativeCell>& cells,
                                                       const std::vector<const Row*>& native) {
  std::set<std::string> collectives;
  for (const Row* row : native) collectives.insert(row->point.collective);
  std::vector<NativeChoice> choices;
  for (const auto& collective : collectives)
    std::ranges::move(
        native_choices_where(collective, cells, native,
                             [&](const Row& row) { return row.point.collective == collective; }),
        std::back_inserter(choices));
  return choices;
}

}  // namespace collsim
