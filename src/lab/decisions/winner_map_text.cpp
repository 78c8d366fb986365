#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/decisions/winner_map.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// "*?": whether the judge has another winner, and whether it depends on a number that is not known well.
std::string marks(const WinnerMap::BackendWinners& side, const WinnerMap::MapPlace& place) {
  std::string text;
  const auto regret = side.regrets.find(place);
  if (regret != side.regrets.end() && !regret->second.agrees()) text += "*";
  const auto dependence = side.dependences.find(place);
  if (dependence != side.dependences.end() && !dependence->second.robust()) text += "?";
  return text;
}

/// "12.0 %": the margin over the next best; empty where there is none.
std::string margin_text(const Winner& winner) {
  return std::isinf(winner.margin) ? "" : human_percent(winner.margin - 1);
}

/// "a=b*? 12.0 %": winners and their margin.
std::string cell_text(const WinnerMap& map, const WinnerMap::BackendWinners& side,
                      const WinnerMap::MapPlace& place) {
  const auto found = side.winners.find(place);
  if (found == side.winners.end()) return "none";
  std::string text;
  for (const auto& algorithm : found->second.algorithms)
    text += (text.empty() ? "" : "=") + map.letters.at(algorithm);
  const std::string margin = margin_text(found->second);
  return text + marks(side, place) + (margin.empty() ? "" : " " + margin);
}

/// Whether the cells stand in one row or one column, so that a line of a table has room for each.
bool is_list(const WinnerMap& map) {
  return map.processes.size() == 1 || map.sizes.size() == 1;
}

/// A line for each cell.
std::string list_text(const WinnerMap& map, const WinnerMap::BackendWinners& side) {
  TextTable table{
      .headings =
          {{"p", false}, {"n", false}, {"best"}, {"takes", false}, {"leads by", false}, {"next best"}},
      .lines = {}};
  for (const auto& sizes : map.sizes)
    for (const auto& place : sizes) {
      auto& line = table.lines.emplace_back(
          std::vector<std::string>{std::to_string(place.first), human_bytes(place.second)});
      if (const auto found = side.winners.find(place); found == side.winners.end())
        line.insert(line.end(), {"none", "-", "-", "-"});
      else if (const Winner& winner = found->second; winner.second.empty())
        line.insert(line.end(),
                    {winner.name() + marks(side, place), human_seconds(winner.seconds), "-", "-"});
      else
        line.insert(line.end(), {winner.name() + marks(side, place), human_seconds(winner.seconds),
                                 margin_text(winner), winner.second});
    }
  return aligned(table, "  ");
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

std::string choices_text(const WinnerMap& map, const WinnerMap::BackendWinners& side) {
  const Choices& found = side.choices;
  if (found.cells == 0)
    return fmt::format("No cell has answers of both {} and {}.\n", side.backend, map.judge);
  std::string text =
      fmt::format("{} chooses as {} in {} of {} ({}); regret of its choice: mean {}, worst {}", side.backend,
                  map.judge, found.agreeing, counted(found.cells, "cell"), human_percent(found.share()),
                  human_percent(found.regret), human_percent(found.worst.share));
  if (found.agreeing < found.cells)
    text += fmt::format(" (p = {}, {})", found.worst.processes, human_bytes(found.worst.bytes));
  const auto left_out = side.winners.size() - found.cells;
  if (left_out > 0)
    text += fmt::format("; {} {} an answer of {}", counted(left_out, "cell"),
                        left_out == 1 ? "lacks" : "lack", map.judge);
  return text + "\n";
}

}  // namespace

std::string human_sizes(const WinnerMap::Sizes& sizes) {
  const auto [least, most] = std::ranges::minmax_element(sizes, {}, &WinnerMap::Sizes::value_type::second);
  return human_span(human_bytes(least->second), human_bytes(most->second));
}

std::string grid_text(const WinnerMap& map,
                      const std::function<std::string(const WinnerMap::MapPlace&)>& cell) {
  std::vector<ColumnOf<WinnerMap::Sizes>> columns = {{{"n \\ p", false}, human_sizes}};
  for (const int processes : map.processes)
    columns.push_back({{std::to_string(processes)}, [&cell, processes](const WinnerMap::Sizes& sizes) {
                         const auto asked = sizes.find(processes);
                         return asked == sizes.end() ? "" : cell(*asked);
                       }});
  return aligned_in_parts(table_of(columns, map.sizes), 1, "  ");
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
    text += "\n";
    text += is_list(map) ? list_text(map, side) : grid_text(map, [&](const WinnerMap::MapPlace& place) {
      return cell_text(map, side, place);
    });
  }
  if (!is_list(map)) text += legend(map);
  for (const auto& side : map.sides)
    if (side.backend != map.judge) text += choices_text(map, side);
  return text;
}

}  // namespace collsim
