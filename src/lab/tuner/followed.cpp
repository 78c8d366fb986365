#include "lab/tuner/followed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "backends/backend.hpp"
#include "lab/decisions/what_if.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string why_none(const Target* of, const Rule& rule) {
  if (rule.theirs.empty()) return "it goes to the MPI library";
  const std::string trouble = "no algorithm here is " + rule.theirs;
  if (!of) return trouble;
  for (const ForeignAlgorithm& row : foreign_algorithms(of->library))
    if (row.collective == rule.collective && row.theirs == rule.theirs && !row.why_none.empty())
      return trouble + ", which runs " + row.why_none;
  return trouble;
}

/// What a library calls those here that are the same as one of its algorithms, by label.
std::map<std::string, std::string> names_of(const Target& library, const std::string& collective) {
  std::map<std::string, std::string> names;
  std::vector<TargetAlgorithm> all = candidates(library, collective, true);
  if (auto own = own_choice(library, collective)) all.push_back(std::move(*own));
  for (const TargetAlgorithm& each : all)
    for (const Rule& rule : each.as.all())
      if (rule.choice) names.emplace(label_of(collective, *rule.choice), rule.theirs);
  return names;
}

Followed followed(const Rules& rules, const Target* of, const Point& at, const AnswersByLabel& answers) {
  Followed cell{.at = at};
  const auto best = std::ranges::min_element(answers, {}, &AnswersByLabel::value_type::second);
  cell.best = best->first;
  cell.least = best->second;
  const Rule* rule = rules.match(facts_of(at.collective, at.shape()));
  if (!rule) {
    cell.trouble = "no rule takes it";
    return cell;
  }
  cell.theirs = rule->theirs;
  if (!rule->choice) {
    cell.trouble = why_none(of, *rule);
    return cell;
  }
  cell.chosen = label_of(at.collective, *rule->choice);
  const auto own = answers.find(cell.chosen);
  if (own == answers.end()) {
    cell.trouble = cell.chosen + " has no answer";
    return cell;
  }
  cell.seconds = own->second;
  if (cell.seconds <= cell.least * (1 + tie_tolerance)) cell.best = cell.chosen;
  return cell;
}

std::string percent_text(double regret) {
  return regret <= tie_tolerance ? "" : " " + human_percent(regret);
}

/// "a 12.0 %": who is chosen, and what that costs.
std::string cell_text(const WinnerMap& map, const WinnerMap::MapPlace& place) {
  const auto found = map.sides.front().chosen.find(place);
  if (found == map.sides.front().chosen.end()) return "none";
  return map.letters.at(found->second.chosen) + percent_text(found->second.share);
}

/// Who the letters are: what the library calls them, and what they are called here.
std::string legend_text(const WinnerMap& map, const std::vector<Followed>& cells) {
  TextTable legend{.headings = {{""}, {"algorithm"}, {"here"}}, .lines = {}};
  std::map<std::string, std::set<std::string>> told;
  for (const Followed& cell : cells)
    if (cell.judged()) told[cell.chosen].insert(cell.told_chosen());
  for (const auto& algorithm : map.algorithms)
    if (const auto its = told.find(algorithm); its != told.end())
      legend.lines.push_back(
          {map.letters.at(algorithm), fmt::format("{}", fmt::join(its->second, ", ")), algorithm});
  return legend.lines.empty() ? "" : aligned(legend, "  ");
}

/// `cells`: those of the map.
std::string table_text(const WinnerMap& map, const std::vector<Followed>& cells, const std::string& best_of) {
  return map.title() + ", and by how much longer that takes than the best of " + best_of + "\n" +
         grid_text(map, [&](const WinnerMap::MapPlace& place) { return cell_text(map, place); }) +
         legend_text(map, cells);
}

std::string summary_text(const std::string& of, const std::vector<Followed>& cells) {
  const FollowedSummary all = summary_of(cells);
  std::string text = fmt::format("{}: {} of {} judged", of, all.regrets.calls, counted(all.cells, "cell"));
  if (all.worst)
    text += fmt::format("; mean {}, 90th percentile {}, worst {}", human_percent(all.regrets.mean),
                        human_percent(all.regrets.ninetieth), human_percent(all.regrets.worst));
  if (all.worst && all.worst->regret() > 0)
    text += fmt::format(" (p = {}, {}: {} instead of {})", all.worst->at.processes,
                        human_bytes(all.worst->at.bytes()), all.worst->told_chosen(), all.worst->told_best());
  text += "\n";
  for (const auto& [trouble, count] : all.troubles)
    text += fmt::format("  {}: {}\n", counted(count, "cell"), trouble);
  return text;
}

}  // namespace

std::string Followed::told_chosen() const {
  return theirs.empty() ? chosen : told_name(theirs);
}

std::string Followed::told_best() const {
  if (!best_theirs.empty()) return told_name(best_theirs);
  return theirs.empty() ? best : best + " of those here";
}

std::string label_of(const std::string& collective, const Choice& choice) {
  return label(collective, choice.about->name, choice.options.to_string());
}

std::map<Point, AnswersByLabel> answers_by_race(const std::vector<Row>& rows) {
  std::map<Point, AnswersByLabel> races;
  for (const auto& [at, numbers] : timed_by_race(rows))
    for (const std::size_t i : numbers) races[at].emplace(label(rows[i].point), rows[i].outcome.seconds);
  return races;
}

std::vector<Followed> follow(const Rules& rules, const std::vector<Row>& rows, const Target* of) {
  std::vector<Followed> cells;
  std::map<std::string, std::map<std::string, std::string>> names;
  for (const auto& [at, answers] : answers_by_race(rows)) {
    Followed& cell = cells.emplace_back(followed(rules, of, at, answers));
    if (!of) continue;
    const auto [its, added] = names.try_emplace(at.collective);
    if (added) its->second = names_of(*of, at.collective);
    const auto found = its->second.find(cell.best);
    if (found != its->second.end()) cell.best_theirs = found->second;
  }
  return cells;
}

std::vector<std::string> algorithms_of(const Rules& rules, const std::string& collective) {
  std::set<std::string> names;
  for (const Rule& rule : rules.all())
    if (rule.collective == collective && rule.choice) names.insert(rule.algorithm());
  return {names.begin(), names.end()};
}

void add_algorithms_of(const Rules& rules, const std::string& collective, std::vector<std::string>& names) {
  for (const auto& name : algorithms_of(rules, collective))
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void add_algorithms_of(const Target& target, const std::string& collective, std::vector<std::string>& names) {
  if (target.is_collsim() && std::ranges::find(names, "*") == names.end()) names.emplace_back("*");
  for (const TargetAlgorithm& candidate : candidates(target, collective, true))
    add_algorithms_of(candidate.as, collective, names);
}

FollowedSummary summary_of(const std::vector<Followed>& cells) {
  FollowedSummary all{.cells = cells.size()};
  std::vector<const Followed*> judged;
  std::vector<double> regrets;
  for (const Followed& cell : cells) {
    if (!cell.judged()) {
      ++all.troubles[cell.trouble];
      continue;
    }
    judged.push_back(&cell);
    regrets.push_back(cell.regret());
  }
  all.regrets = summary_of(regrets);
  if (!judged.empty()) all.worst = judged[all.regrets.worst_at];
  return all;
}

std::vector<WinnerMap> regret_maps(const std::string& by, const std::vector<Followed>& cells,
                                   const std::vector<Row>& rows) {
  std::vector<WinnerMap> maps = winner_maps(rows);
  for (WinnerMap& map : maps) {
    map.chosen_by = by;
    std::erase_if(map.sides,
                  [&](const WinnerMap::BackendWinners& side) { return side.backend != map.judge; });
    for (WinnerMap::BackendWinners& side : map.sides) {
      side.winners.clear();
      for (const Followed& cell : cells)
        if (cell.judged() && map.has(cell.at))
          side.chosen[{cell.at.processes, cell.at.bytes()}] = {.processes = cell.at.processes,
                                                               .bytes = cell.at.bytes(),
                                                               .share = cell.regret(),
                                                               .collective = cell.at.collective,
                                                               .chosen = cell.chosen,
                                                               .best = cell.best};
    }
  }
  std::erase_if(maps, [](const WinnerMap& map) { return map.sides.empty(); });
  return maps;
}

std::string to_text(const std::vector<WinnerMap>& maps, const std::vector<Followed>& cells,
                    const std::string& best_of) {
  std::string text;
  for (const WinnerMap& map : maps) {
    std::vector<Followed> its;
    for (const Followed& cell : cells)
      if (map.has(cell.at)) its.push_back(cell);
    text += table_text(map, its, best_of) + summary_text(map.title(), its) + "\n";
  }
  return maps.size() > 1 ? text + summary_text("All together", cells) : text;
}

Cells to_cells(const std::string& by, const std::vector<Followed>& cells, const std::string& best_of) {
  Cells table{
      .names = {"collective", "platform", "overrides", "placement", "backend", "ppn", "p", "bytes", "rules",
                "theirs", "chosen", "seconds", "best", "best_of", "least", "regret", "trouble"},
      .lines = {}};
  for (const Followed& cell : cells) {
    const Point& at = cell.at;
    const Cell none;
    table.lines.push_back({at.collective, at.platform, Options(at.overrides).to_string(), at.places.name(),
                           backend_label(at.backend, at.network, true), at.ppn.text(),
                           std::int64_t{at.processes}, at.bytes(), by, cell.theirs, cell.chosen,
                           cell.judged() ? Cell(cell.seconds) : none, cell.best, best_of, cell.least,
                           cell.judged() ? Cell(cell.regret()) : none, cell.trouble});
  }
  return table;
}

}  // namespace collsim
