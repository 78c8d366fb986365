#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace collsim {

/// Tells by how much longer each choice takes than the best at the cells of a grid, as shares; infinite where it cannot serve. A cell
/// that several calls or none fall into has as many entries.
struct RegretGrid {
  struct Call {
    std::size_t column, row;      ///< its number of processes, its size
    std::vector<double> regrets;  ///< of each choice
  };
  std::size_t columns = 0, rows = 0, choices = 0;
  std::vector<Call> calls = {};
};

/// What choices cost at some calls.
struct Toll {
  double sum = 0;    ///< of the calls' regrets
  double worst = 0;  ///< the largest of them

  void add(double regret) {
    sum += regret;
    worst = std::max(worst, regret);
  }
  void add(const Toll& other) {
    sum += other.sum;
    worst = std::max(worst, other.worst);
  }
};

/// A rule: the choice for a rectangle of cells, both ends included.
struct Piece {
  std::size_t first_column, last_column, first_row, last_row, choice;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Rules that together take every cell once, as cuts make them: one goes through the whole grid, others through one of the parts.
struct PieceList : Toll {
  std::vector<Piece> pieces = {};
};

/// Gives for 1, 2, ... rules, at most `most`, the list of so many or fewer whose sum of regrets is least, found by dynamic programming over
/// all rectangles. Empty lists where so few rules cannot serve every call, or keep each regret below `cap`. `whole`: rules may not ask
/// for sizes. Time: columns^2 rows^2 (choices + (columns + rows) most^2).
std::vector<PieceList> best_lists(const RegretGrid& grid, std::size_t most, double cap, bool whole = false);

/// The fewest rules that keep each regret below `cap`; nothing where none do. Time: columns^2 rows^2 (choices + columns + rows).
std::optional<std::size_t> fewest_rules(const RegretGrid& grid, double cap, bool whole = false);

/// The largest regret that stays with a rule for every cell: no list keeps less.
double least_worst(const RegretGrid& grid, bool whole = false);

}  // namespace collsim
