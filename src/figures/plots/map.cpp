#include "figures/plots/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figures/plots/figure.hpp"
#include "figures/plots/palette.hpp"
#include "figures/plots/rows.hpp"

namespace collsim {
namespace {

/// 1 to 4, by how much longer the next best takes, or a choice than the best: by less than 5, 20 or 100 %, or by more.
int strength(double share) {
  return share < 0.05 ? 1 : share < 0.2 ? 2 : share < 1 ? 3 : 4;
}

/// A cell, or a text, at a place of a panel. Panels and places count from 1, to the right and downwards.
struct MapItem {
  std::string quantity;
  std::size_t row = 1, column = 1, x = 0, y = 0;
  std::size_t part = 0, parts = 1, colour = 0;
  int strength = 0;
  std::string letter = {};
  std::string text = {};
};

std::string line(const MapItem& item) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", item.quantity, item.row, item.column, item.x,
                     item.y, item.part, item.parts, item.colour, item.strength, item.letter,
                     plain(item.text));
}

/// An algorithm that wins somewhere, what cells call it, and its colour, from 1 on.
struct Victor {
  std::string algorithm, letter;
  std::size_t colour = 0;
};

std::vector<Victor> coloured(std::vector<Victor> all) {
  std::vector<std::string> names;
  for (const Victor& each : all) names.push_back(each.algorithm);
  const std::vector<std::size_t> places = colours_of(names);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].colour = places[i] + 1;
  return all;
}

/// In the order of the scenario.
std::vector<Victor> victors(const std::vector<WinnerMap>& maps) {
  std::set<std::string> winning;
  for (const auto& map : maps)
    for (const auto& side : map.sides) {
      for (const auto& [place, winner] : side.winners)
        winning.insert(winner.algorithms.begin(), winner.algorithms.end());
      for (const auto& [place, choice] : side.chosen) winning.insert({choice.chosen, choice.best});
    }
  std::vector<Victor> found;
  for (const auto& map : maps)
    for (const auto& algorithm : map.algorithms)
      if (winning.erase(algorithm) > 0) found.push_back({algorithm, map.letters.at(algorithm)});
  return coloured(std::move(found));
}

std::size_t colour_of(const std::string& algorithm, const std::vector<Victor>& colours) {
  return std::ranges::find(colours, algorithm, &Victor::algorithm)->colour;
}

/// A part for each winner of a place, or nothing's; hatching where they depend on a range; and a mark where the judge has
/// another. Where somebody chose, letters tell whom, and colours who is the fastest.
std::string place_lines(const WinnerMap& map, const WinnerMap::BackendWinners& side,
                        const WinnerMap::MapPlace& place, MapItem item, const std::vector<Victor>& colours) {
  if (const auto choice = side.chosen.find(place); choice != side.chosen.end()) {
    item.strength = strength(choice->second.share);
    item.colour = colour_of(choice->second.best, colours);
    item.letter = map.letters.at(choice->second.chosen);
    return line(item);
  }
  const auto winner = side.winners.find(place);
  if (winner == side.winners.end()) {
    item.quantity = "none";
    return line(item);
  }
  std::string text;
  item.strength = strength(winner->second.margin - 1);
  item.parts = winner->second.algorithms.size();
  for (const auto& algorithm : winner->second.algorithms) {
    item.colour = colour_of(algorithm, colours);
    item.letter = map.letters.at(algorithm);
    text += line(item);
    ++item.part;
  }
  const auto dependence = side.dependences.find(place);
  if (dependence != side.dependences.end() && !dependence->second.robust())
    text += line({.quantity = "depends", .row = item.row, .column = item.column, .x = item.x, .y = item.y});
  const auto regret = side.regrets.find(place);
  if (regret == side.regrets.end() || regret->second.agrees()) return text;
  return text + line({.quantity = "mark", .row = item.row, .column = item.column, .x = item.x, .y = item.y});
}

std::string panel_lines(const WinnerMap& map, const WinnerMap::BackendWinners& side, MapItem item,
                        const std::vector<Victor>& colours) {
  const auto labelled = [&](const char* quantity, const std::string& text) {
    MapItem label = item;
    label.quantity = quantity;
    label.text = text;
    return line(label);
  };
  std::string text = labelled("title", map.title() + ": " + kind_of(side.backend));
  for (const int processes : map.processes) {
    ++item.x;
    text += labelled("p", std::to_string(processes));
  }
  for (const auto& sizes : map.sizes) {
    item.x = 0;
    ++item.y;
    text += labelled("bytes", human_sizes(sizes));
    for (item.x = 1; item.x <= map.processes.size(); ++item.x) {
      const auto asked = sizes.find(map.processes[item.x - 1]);
      if (asked != sizes.end()) text += place_lines(map, side, *asked, item, colours);
    }
  }
  return text;
}

bool has_depending(const WinnerMap& map) {
  return std::ranges::any_of(map.sides, [](const auto& side) {
    return std::ranges::any_of(side.dependences, [](const auto& entry) { return !entry.second.robust(); });
  });
}

bool has_judged(const WinnerMap& map) {
  return std::any_of(map.sides.begin(), map.sides.end(),
                     [](const auto& side) { return !side.regrets.empty(); });
}

}  // namespace

std::string map_rows(const std::vector<WinnerMap>& maps) {
  const std::vector<Victor> colours = victors(maps);
  std::string text = "quantity,row,column,x,y,part,parts,colour,strength,letter,text\n";
  for (std::size_t i = 0; i < colours.size(); ++i)
    text += line({.quantity = "algorithm",
                  .x = i + 1,
                  .colour = colours[i].colour,
                  .letter = colours[i].letter,
                  .text = colours[i].algorithm});
  if (std::any_of(maps.begin(), maps.end(), has_judged))
    text += line({.quantity = "judged", .text = "the fastest by " + maps.front().judge + " is another"});
  if (!maps.empty() && !maps.front().chosen_by.empty())
    text +=
        line({.quantity = "costs",
              .text = "letter: what " + maps.front().chosen_by + " chooses; colour: what is the fastest"});
  if (std::ranges::any_of(maps, has_depending))
    text += line({.quantity = "hatched", .text = "another is faster within a number's range"});
  for (std::size_t row = 0; row < maps.size(); ++row)
    for (std::size_t column = 0; column < maps[row].sides.size(); ++column)
      text += panel_lines(maps[row], maps[row].sides[column],
                          {.quantity = "cell", .row = row + 1, .column = column + 1}, colours);
  return text;
}

std::vector<std::string> draw_maps(const std::vector<WinnerMap>& maps, const std::string& source,
                                   const std::string& output_prefix, const std::string& title) {
  return draw_rows("map", map_rows(maps), output_prefix, output_prefix, title, source);
}

}  // namespace collsim
