#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/decisions/winner_map.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// "a=b*? 12.0 %": winners, whether the judge has another, whether they depend on a number that is not known well, and the
/// margin over the next best.
std::string cell_text(const WinnerMap& map, const WinnerMap::Side& side, const WinnerMap::Place& place) {
  const auto found = side.winners.find(place);
  if (found == side.winners.end()) return "none";
  const Winner& winner = found->second;
  std::string text;
  for (const auto& algorithm : winner.algorithms)
    text += (text.empty() ? "" : "=") + map.letters.at(algorithm);
  const auto regret = side.regrets.find(place);
  if (regret != side.regrets.end() && !regret->second.agrees()) text += "*";
  const auto dependence = side.dependences.find(place);
  if (dependence != side.dependences.end() && !dependence->second.robust()) text += "?";
  return std::isinf(winner.margin) ? text : text + " " + human_percent(winner.margin - 1);
}

/// Who the letters are, and how many cells each wins by each backend.
std::string legend(const WinnerMap& map) {
  std::vector<ColumnOf<std::string>> columns = {
      {{""}, [&](const std::string& algorithm) { return map.letters.at(algorithm); }},
      {{"algorithm"}, std::identity()}};
  for (const auto& side : map.sides)
    columns.push_back({{"wins by " + side.backend, false}, [&side](const std::string& algorithm) {
                         const auto wins = [&](const auto& entry) {
                           return std::ranges::count(entry.second.algorithms, algorithm) > 0;
                         };
                         return std::to_string(std::ranges::count_if(side.winners, wins));
                       }});
  return aligned(table_of(columns, map.algorithms), "  ");
}

std::string choices_text(const WinnerMap& map, const WinnerMap::Side& side) {
  const Choices& found = side.choices;
  if (found.cells == 0)
    return fmt::format("No cell has answers of both {} and {}.\n", side.backend, map.judge);
  std::string text =
      fmt::format("{} chooses as {} in {} of {} cells ({}); regret of its choice: mean {}, worst {}",
                  side.backend, map.judge, found.agreeing, found.cells, human_percent(found.share()),
                  human_percent(found.regret), human_percent(found.worst.share));
  if (found.agreeing < found.cells)
    text += fmt::format(" (p = {}, {})", found.worst.processes, human_bytes(found.worst.bytes));
  const auto left_out = side.winners.size() - found.cells;
  if (left_out > 0) text += fmt::format("; {} cells lack an answer of {}", left_out, map.judge);
  return text + "\n";
}

}  // namespace

std::string human_sizes(const WinnerMap::Sizes& sizes) {
  const auto [least, most] = std::ranges::minmax_element(sizes, {}, &WinnerMap::Sizes::value_type::second);
  return human_span(human_bytes(least->second), human_bytes(most->second));
}

std::string grid_text(const WinnerMap& map, const std::function<std::string(const WinnerMap::Place&)>& cell) {
  std::vector<ColumnOf<WinnerMap::Sizes>> columns = {{{"n \\ p", false}, human_sizes}};
  for (const int processes : map.processes)
    columns.push_back({{std::to_string(processes)}, [&cell, processes](const WinnerMap::Sizes& sizes) {
                         const auto asked = sizes.find(processes);
                         return asked == sizes.end() ? "" : cell(*asked);
                       }});
  return aligned(table_of(columns, map.sizes), "  ");
}

std::string to_text(const WinnerMap& map) {
  if (map.judge.empty()) return map.title() + ": no cell has an answer.\n";
  std::string text;
  for (const auto& side : map.sides) {
    text += fmt::format("{} by {}: the fastest, and by how much longer the next best takes", map.title(),
                        side.backend);
    if (side.backend != map.judge) text += fmt::format(" (*: not the fastest by {})", map.judge);
    const auto depends = [](const auto& entry) { return !entry.second.robust(); };
    if (std::ranges::any_of(side.dependences, depends)) text += " (?: not within all ranges)";
    text += "\n" + grid_text(map, [&](const WinnerMap::Place& place) { return cell_text(map, side, place); });
  }
  text += legend(map);
  for (const auto& side : map.sides)
    if (side.backend != map.judge) text += choices_text(map, side);
  return text;
}

}  // namespace collsim
