#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"
#include "lab/decisions/winner_map.hpp"
#include "points/row.hpp"
#include "rules/libraries/target.hpp"
#include "rules/rules.hpp"

namespace collsim {

std::string label_of(const std::string& collective, const Choice& choice);

/// Seconds of those that compete, by label.
using AnswersByLabel = std::map<std::string, double>;
/// What has an answer, by race; of answers to the same question the first.
std::map<Point, AnswersByLabel> answers_by_race(const std::vector<Row>& rows);

/// What following rules takes at a cell, and what the best choice would.
struct Followed {
  Point at;                 ///< the race: without an algorithm
  std::string theirs = {};  ///< what the library calls the algorithm that the rules name
  std::string chosen = {};  ///< the same as here
  std::string best = {};    ///< of equals the one chosen, if it is among them
  std::string best_theirs =
      {};  ///< what the library calls it; empty where it has none, or nobody knows whose rules these are
  double seconds = std::numeric_limits<double>::quiet_NaN();  ///< of the chosen one
  double least = 0;                                           ///< of the best
  std::string trouble = {};                                   ///< why the cell is not judged

  std::string told_chosen() const;  ///< for people: by the library's name, where it has one
  std::string told_best() const;    ///< for people, as told_chosen()
  bool judged() const { return trouble.empty(); }
  double regret() const { return regret_over(least, seconds); }
};

/// What it costs to follow rules at each cell that has an answer, in the order of the races. What they choose must be among the rows'
/// algorithms, else the cell is not judged. `of`: whose rules they are, who knows what an algorithm without a counterpart does.
std::vector<Followed> follow(const Rules& rules, const std::vector<Row>& rows, const Target* of = nullptr);

/// The choices that the rules make at the cells of these points, each once, as a scenario names algorithms.
std::vector<std::string> algorithms_of(const Rules& rules, const std::string& collective);

/// Appends these choices where they are not there yet.
void add_algorithms_of(const Rules& rules, const std::string& collective, std::vector<std::string>& names);
/// Appends what the target has of a collective, as a scenario names algorithms, each once; "*" where it has all that collsim has.
void add_algorithms_of(const Target& target, const std::string& collective, std::vector<std::string>& names);

/// What concerns a collective.
template <class Cell>
struct OfCollective {
  std::string name;  ///< "all": those of all collectives
  std::vector<Cell> cells;
};
/// Cells by the collectives that they are `at`, and, where there are several, all of them at the end.
template <class Cell>
std::vector<OfCollective<Cell>> by_collective(const std::vector<Cell>& cells) {
  std::map<std::string, std::vector<Cell>> found;
  for (const Cell& cell : cells) found[cell.at.collective].push_back(cell);
  std::vector<OfCollective<Cell>> all;
  for (auto& [name, its] : found) all.push_back({name, std::move(its)});
  if (all.size() > 1) all.push_back({"all", cells});
  return all;
}

/// What following rules costs in sum.
struct FollowedSummary {
  std::size_t cells = 0;
  RegretSummary regrets = {};                        ///< of the cells that are judged
  const Followed* worst = nullptr;                   ///< null where no cell is judged
  std::map<std::string, std::size_t> troubles = {};  ///< how many cells for which reason
};
FollowedSummary summary_of(const std::vector<Followed>& cells);

/// Maps of what the rules choose, and what that costs. `by`: what the rules are called.
std::vector<WinnerMap> regret_maps(const std::string& by, const std::vector<Followed>& cells,
                                   const std::vector<Row>& rows);

/// Tells people a table of each map, and what following the rules costs altogether. `best_of`: what the best is of, such as "openmpi-4.1".
std::string to_text(const std::vector<WinnerMap>& maps, const std::vector<Followed>& cells,
                    const std::string& best_of);

/// A line per cell: collective,platform,overrides,placement,backend,ppn,p,bytes,rules,theirs,chosen,seconds,best,best_of,least,regret,
/// trouble.
Cells to_cells(const std::string& by, const std::vector<Followed>& cells, const std::string& best_of);

}  // namespace collsim
