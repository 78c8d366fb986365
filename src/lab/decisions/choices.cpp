#include "lab/decisions/choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "lab/decisions/what_if.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The margin of a winner that every chooser should find.
constexpr double far_ahead = 0.1;

/// Kendall's tau: the share of pairs in the same order less that of pairs in the opposite one.
double kendall(const std::vector<Candidate>& all) {
  int same = 0, pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      const double order = (all[i].looks - all[j].looks) * (all[i].takes - all[j].takes);
      same += order > 0 ? 1 : order < 0 ? -1 : 0;
    }
  return pairs == 0 ? 1 : static_cast<double>(same) / pairs;
}

bool is_known(const Candidate& candidate) {
  return candidate.looks < infinite;
}

void add_race(const Race& race, Choices& choices) {
  const Regret regret = regret_of(race);
  ++choices.cells;
  choices.regret += regret.share;
  choices.correlation += kendall(race.candidates);
  choices.agreeing += regret.agrees() ? 1 : 0;
  choices.near += regret.share <= little ? 1 : 0;
  if (regret.share > choices.worst.share) choices.worst = regret;
  if (race.candidates.size() < 2) return;
  std::vector<Candidate> fastest = race.candidates;
  std::ranges::stable_sort(fastest, {}, &Candidate::takes);
  const double margin = regret_over(fastest[0].takes, fastest[1].takes);
  const std::size_t found = regret.agrees() ? 1 : 0;
  if (margin > far_ahead) ++choices.ahead, choices.ahead_found += found;
  if (margin > fastest[0].spread + fastest[1].spread) ++choices.clear, choices.clear_found += found;
}

/// What one chooses among: all but algorithm and size agree.
using RacePlace = std::pair<Point, std::int64_t>;
/// The races of one who chooses.
using Races = std::map<RacePlace, Race>;

void enter(const Row& judge, double looks, Races& races) {
  const Point& point = judge.point;
  Point same = race(point.question());
  same.count = 0;
  Race& its = races[{same, point.bytes()}];
  its.collective = point.collective;
  its.processes = point.processes;
  its.bytes = point.bytes();
  const RealInterval noise = judge.outcome.noise();
  const double seconds = judge.outcome.seconds;
  its.candidates.push_back({label(point), looks, seconds, (noise.high - noise.low) / seconds});
}

std::string worst_text(const Regret& worst) {
  if (worst.share == 0) return "";
  return fmt::format("{} of {} on {} ranks: {} instead of {}", worst.collective, human_bytes(worst.bytes),
                     worst.processes, worst.chosen, worst.best);
}

}  // namespace

Regret regret_of(const Race& race) {
  const auto& all = race.candidates;
  const double least = std::ranges::min_element(all, {}, &Candidate::looks)->looks;
  const Candidate& best = *std::ranges::min_element(all, {}, &Candidate::takes);
  const Candidate* chosen = nullptr;
  for (const Candidate& each : all)
    if (each.looks <= least * (1 + tie_tolerance) && (!chosen || each.takes >= chosen->takes)) chosen = &each;
  return {.processes = race.processes,
          .bytes = race.bytes,
          .share = regret_over(best.takes, chosen->takes),
          .collective = race.collective,
          .chosen = chosen->name,
          .best = best.name};
}

std::vector<Race> races_of(const std::vector<Timing>& chooser, const std::vector<Timing>& judge) {
  const TimesAtSizes judged = shortest_times(judge), looks = shortest_times(chooser);
  std::vector<Race> races;
  for (const Winner& choice : winners(chooser)) {
    const std::pair size(choice.processes, choice.bytes);
    const auto takes = judged.find(size);
    if (takes == judged.end() || std::ranges::any_of(choice.algorithms, [&](const std::string& name) {
          return !takes->second.contains(name);
        }))
      continue;
    Race race{.processes = choice.processes, .bytes = choice.bytes};
    for (const auto& [name, seconds] : takes->second) {
      const auto known = looks.at(size).find(name);
      race.candidates.push_back({name, known == looks.at(size).end() ? infinite : known->second, seconds});
    }
    races.push_back(std::move(race));
  }
  return races;
}

Choices choices_of(const std::vector<Race>& races) {
  Choices choices{.regret = 0, .correlation = 0};
  for (const Race& race : races) add_race(race, choices);
  choices.regret /= static_cast<double>(choices.cells);
  choices.correlation /= static_cast<double>(choices.cells);
  return choices;
}

std::vector<Choices> choices_by(const Judgement& judgement, const GroupOf& group) {
  // The library is the last of those who choose.
  std::map<std::tuple<AnswerGroup, bool, std::string>, Races> choosers;
  std::set<std::pair<std::string, Point>> seen;
  for (const Judged& each : judgement.judged)
    if (const auto its = group(each.question()))
      if (seen.emplace(each.by(), each.question().question()).second)
        enter(each.reference, each.answer.outcome.seconds, choosers[{*its, false, each.by()}]);
  // It takes no time of its choice, and all others for ever.
  for (const Row& row : judgement.references)
    if (const auto its = group(row.point))
      enter(row, row.point.asks_library() ? 0 : infinite, choosers[{*its, true, installed_library}]);
  std::vector<Choices> found;
  for (const auto& [who, places] : choosers) {
    std::vector<Race> races;
    for (const auto& [place, race] : places)
      if (race.candidates.size() > 1 && std::ranges::any_of(race.candidates, is_known)) races.push_back(race);
    Choices choices = choices_of(races);
    std::tie(choices.of, std::ignore, choices.by) = who;
    if (choices.cells > 0) found.push_back(std::move(choices));
  }
  return found;
}

std::optional<AnswerGroup> group_by_nearest_size(const Point& point) {
  const auto bytes = static_cast<double>(point.bytes());
  const std::int64_t size = bytes > 0 ? std::int64_t{1} << std::lround(std::log2(bytes)) : 0;
  return AnswerGroup{size, human_bytes(size)};
}

std::string choices_table(const std::vector<Choices>& choices) {
  const std::vector<ColumnOf<Choices>> columns = {
      {{"by"},
       [](const auto& each) { return each.of.name.empty() ? each.by : each.of.name + ": " + each.by; }},
      {{"cells", false}, [](const auto& each) { return std::to_string(each.cells); }},
      {{"clear winners", false}, [](const auto& each) { return std::to_string(each.clear); }},
      {{"found", false}, [](const auto& each) { return std::to_string(each.clear_found); }},
      {{"ahead by more than 10 %, found", false},
       [](const auto& each) { return fmt::format("{} of {}", each.ahead_found, each.ahead); }},
      {{"Kendall's tau", false}, [](const auto& each) { return fmt::format("{:.2f}", each.correlation); }},
      {{"mean regret", false}, [](const auto& each) { return human_percent(each.regret); }},
      {{"worst", false}, [](const auto& each) { return human_percent(each.worst.share); }},
      {{"where"}, [](const auto& each) { return worst_text(each.worst); }}};
  return markdown(table_of(columns, choices));
}

}  // namespace collsim
