#include "lab/decisions/robust.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "backends/backend.hpp"
#include "lab/decisions/formula_times.hpp"
#include "lab/decisions/what_if.hpp"
#include "platforms/parameter_range.hpp"
#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "support/human.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

/// How many times a number is what it was at an end of its range: nothing where it is that already.
std::optional<double> ratio_at(const Platform& platform, const std::string& name, const std::string& end) {
  double ratio = 0;
  if (end.starts_with("x")) {
    ratio = parse_factor(end);
  } else {
    const auto values = split_list(platform.numbers().at(name).first);
    const double is = number_of(name, values.front(), Units::simgrid);
    if (is <= 0) return std::nullopt;
    ratio = number_of(name, end) / is;
  }
  return ratio == 1 ? std::nullopt : std::optional(ratio);
}

struct Contender {
  Point point;
  double seconds;
};

/// The algorithms with times, the fastest first.
using Contenders = std::vector<Contender>;

std::map<Point, Contenders> races_with_times(const std::vector<Row>& rows) {
  std::map<Point, Contenders> found;
  for (const auto& [asked, numbers] : timed_by_race(rows)) {
    if (numbers.size() < 2 || backend(asked).measures()) continue;
    Contenders& its = found[asked];
    for (const std::size_t i : numbers) its.push_back({rows[i].point, rows[i].outcome.seconds});
    std::ranges::stable_sort(its, {}, &Contender::seconds);
  }
  return found;
}

/// Nothing where overrides say one of the numbers themselves.
std::optional<Changes> at(const Changes& overrides, const RangeEnd& end) {
  Changes changed = overrides;
  for (const auto& [name, change] : end.changes)
    if (!changed.emplace(name, change).second) return std::nullopt;
  return changed;
}

/// A rival that may be faster at an end.
struct PossibleRival {
  const Point* race;
  std::size_t end;
  Point winner, rival;  ///< at the end
  double
      lead;  ///< the winner's expected seconds over the rival's, above worth_measuring more than 1: it numbers
  bool expected = true;  ///< formulas know both

  bool flips() const { return expected && lead > 1 + worth_measuring; }
  /// Whom to ask about first: of whom formulas expect something, how near the lead is to what counts; then the others.
  std::pair<bool, double> order() const {
    return {!expected, std::abs(std::log(lead / (1 + worth_measuring)))};
  }
};

/// Formulas leave out what messages do to each other: so far from what they expect the engine is asked.
constexpr double doubt = 1.25;

/// Whether a change leaves two times as far from each other as they were.
bool same(double ratio, double other) {
  return std::abs(std::log(ratio / other)) < std::log(1 + worth_measuring) / 10;
}

/// Whoever has no formula is taken to change by no more than the others.
std::vector<PossibleRival> candidates(const std::map<Point, Contenders>& races,
                                      const std::vector<RangeEnd>& ends, FormulaTimes& formulas) {
  std::vector<PossibleRival> found;
  for (const auto& [asked, its] : races)
    for (std::size_t end = 0; end < ends.size(); ++end) {
      const auto changed = at(its.front().point.overrides, ends[end]);
      if (!changed) continue;
      const auto made = [&](const Contender& each) { return on_variant(each.point, *changed); };
      std::vector<std::optional<double>> ratios;  // of those that the end could make the fastest
      double most = 1;                            // that one of them with a formula changes
      for (const Contender& each : its) {
        if (each.seconds * (1 + worth_measuring) > its.front().seconds * ends[end].most && !ratios.empty())
          break;
        ratios.push_back(formulas.ratio(each.point, *changed));
        if (ratios.back()) most = std::max({most, *ratios.back(), 1 / *ratios.back()});
      }
      for (std::size_t i = 1; i < ratios.size(); ++i) {
        const double behind = its[i].seconds / its.front().seconds;
        const bool known = ratios.front() && ratios[i];
        if (known ? same(*ratios.front(), *ratios[i]) : behind * (1 + worth_measuring) > most) continue;
        const double lead = (known ? *ratios.front() / *ratios[i] : 1) / behind;
        if (!known || lead * doubt > 1 + worth_measuring)
          found.push_back({&asked, end, made(its.front()), made(its[i]), lead, known});
      }
    }
  std::ranges::stable_sort(found, {}, &PossibleRival::order);
  return found;
}

/// What the engine says of as many candidates as take no longer than all rows took.
std::map<Point, double> confirmed(const std::map<Point, Contenders>& races,
                                  const std::vector<PossibleRival>& candidates, const Platform& platform,
                                  const AskSeconds& ask) {
  std::vector<Point> answered;
  for (const auto& [race, its] : races)
    for (const Contender& each : its) answered.push_back(each.point);
  double left = most_effort(answered, platform);
  std::vector<Point> asked;
  std::set<Point> known;
  for (const PossibleRival& each : candidates) {
    if (!backend(each.winner).answers_variants()) continue;
    double effort = 0;
    for (const Point* point : {&each.winner, &each.rival})
      if (!known.contains(*point)) effort += backend(*point).effort(*point, platform);
    if (effort > left) continue;
    left -= effort;
    for (const Point* point : {&each.winner, &each.rival})
      if (known.insert(*point).second) asked.push_back(*point);
  }
  std::map<Point, double> found;
  if (asked.empty()) return found;
  const auto seconds = ask(asked);
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (seconds[i]) found[asked[i]] = *seconds[i];
  return found;
}

std::string ends_text(const Platform& platform, const std::string& number) {
  for (const auto& [name, stated] : platform.properties()) {
    const std::string prefix = "range." + number;
    if (name != prefix && !name.starts_with(prefix + "@")) continue;
    const std::string its = name.substr(6);
    const Ends ends = parse_ends(its, stated);
    const auto& [value, source] = platform.numbers().at(its);
    const std::string first = split_list(value).front();
    const auto text = [&](const std::string& end) {
      return human_quantity(ends.relative() ? scale_quantity(first, parse_factor(end)) : end);
    };
    return fmt::format("{} {}, {} to {}", source.substr(0, source.find(':')), human_quantity(first),
                       text(ends.first), text(ends.last));
  }
  return "";
}

}  // namespace

std::vector<RangeEnd> range_ends(const Platform& platform) {
  const std::string prefix = "range.";
  std::map<std::string, std::pair<RangeEnd, RangeEnd>> by_number;
  for (const auto& [property, text] : platform.properties()) {
    if (!property.starts_with(prefix)) continue;
    const std::string name = property.substr(prefix.size()), number = name.substr(0, name.find('@'));
    const Ends ends = parse_ends(name, text);
    auto& [first, last] = by_number[number];
    for (const auto& [end, value] : {std::pair{&first, ends.first}, {&last, ends.last}}) {
      const auto ratio = ratio_at(platform, name, value);
      if (!ratio) continue;
      end->number = number;
      end->changes[name] = value;
      end->most = std::max({end->most, *ratio, 1 / *ratio});
    }
  }
  std::vector<RangeEnd> found;
  for (const auto& [number, both] : by_number)
    for (const RangeEnd& end : {both.first, both.second})
      if (!end.changes.empty()) found.push_back(end);
  return found;
}

double most_effort(const std::vector<Point>& points, const Platform& platform) {
  constexpr double careful = 0.5;  // estimates of effort are right to a factor of two
  double effort = 0;
  for (const Point& point : points)
    if (backend(point).answers_variants())
      effort += careful * backend(point).effort_together(point, platform);
  return effort;
}

std::string Dependence::text() const {
  if (numbers.empty()) return open ? "unknown" : "yes";
  return fmt::format("{}", fmt::join(numbers, " "));
}

void Dependence::add(const Dependence& other) {
  open = open || other.open;
  for (const auto& number : other.numbers)
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
}

Dependences dependences(const std::vector<Row>& rows, const Platform& platform, const AskSeconds& ask) {
  const std::vector<RangeEnd> ends = range_ends(platform);
  if (ends.empty()) return {};
  const auto races = races_with_times(rows);
  FormulaTimes formulas(platform);
  const auto doubtful = candidates(races, ends, formulas);
  const auto seconds = confirmed(races, doubtful, platform, ask);
  Dependences found;
  for (const auto& [race, its] : races) found[race];
  for (const PossibleRival& each : doubtful) {
    const auto winner = seconds.find(each.winner), rival = seconds.find(each.rival);
    const bool asked = winner != seconds.end() && rival != seconds.end();
    if (asked ? winner->second > rival->second * (1 + worth_measuring) : each.flips())
      found[*each.race].add({.numbers = {ends[each.end].number}});
    else if (!asked && !each.expected)
      found[*each.race].open = true;
  }
  return found;
}

Column dependence_column(const std::vector<Row>& rows, const Dependences& dependences) {
  std::map<Point, std::string> fastest;
  for (const auto& [asked, its] : races_with_times(rows))
    if (const auto dependence = dependences.find(asked); dependence != dependences.end())
      fastest[its.front().point] = dependence->second.text();
  return {"robust", [fastest](const Row& row) {
            const auto place = fastest.find(row.point);
            return place == fastest.end() ? Cell() : Cell(place->second);
          }};
}

std::string to_text(const Dependences& dependences, const Platform& platform) {
  if (dependences.empty()) return "";
  std::map<std::string, std::size_t> counts;
  std::size_t robust = 0;
  for (const auto& [race, dependence] : dependences) {
    robust += dependence.robust() ? 1 : 0;
    for (const auto& number : dependence.numbers) ++counts[number];
  }
  std::string text = fmt::format(
      "{} of {} {} robust: no number within its range makes another algorithm more than {} faster.\n", robust,
      counted(dependences.size(), "choice"), dependences.size() == 1 ? "is" : "are",
      human_percent(worth_measuring));
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& entry) { return entry.second; });
  const auto unknown =
      std::ranges::count_if(dependences, [](const auto& entry) { return entry.second.text() == "unknown"; });
  if (unknown > 0)
    text += fmt::format(
        "Of {} nobody can say: they have no formula, and to ask would take longer than the answers did.\n",
        unknown);
  for (const auto& [number, count] : sorted)
    text += fmt::format("The choice at {} depends on {} ({}): measure it with `collsim calibrate`\n",
                        counted(count, "cell"), number, ends_text(platform, number));
  return text;
}

Cells to_cells(const Dependences& dependences) {
  const Columns of_race = race_columns();
  Cells cells = cells_named(of_race, {"robust"});
  for (const auto& [race, dependence] : dependences) add_line(cells, of_race, {race}, {dependence.text()});
  return cells;
}

}  // namespace collsim
