#include "lab/tuner/rule_list.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>

namespace collsim {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

RegretGrid random_grid(unsigned seed, std::size_t columns, std::size_t rows, std::size_t choices) {
  std::mt19937 random(seed);
  RegretGrid grid{.columns = columns, .rows = rows, .choices = choices};
  for (std::size_t column = 0; column < columns; ++column)
    for (std::size_t row = 0; row < rows; ++row) {
      RegretGrid::Call call{column, row, {}};
      for (std::size_t choice = 0; choice < choices; ++choice) {
        const auto drawn = random() % 20;
        call.regrets.push_back(drawn == 19 ? never : static_cast<double>(drawn % 8) / 16);
      }
      call.regrets[random() % choices] = 0;
      grid.calls.push_back(call);
    }
  return grid;
}

/// The least that one choice costs in a rectangle, none of whose regrets is above the cap.
double piece_cost(const RegretGrid& grid, const Piece& piece, double cap) {
  double least = never;
  for (std::size_t choice = 0; choice < grid.choices; ++choice) {
    double sum = 0;
    for (const auto& call : grid.calls)
      if (piece.first_column <= call.column && call.column <= piece.last_column &&
          piece.first_row <= call.row && call.row <= piece.last_row)
        sum += call.regrets[choice] > cap ? never : call.regrets[choice];
    least = std::min(least, sum);
  }
  return least;
}

/// The least sum of at most so many rectangles, by trying all ways to lay them out: the next one begins at the first cell that none
/// takes.
double by_brute_force(const RegretGrid& grid, std::size_t most, double cap) {
  double best = never;
  std::vector<bool> taken(grid.columns * grid.rows);
  const std::function<void(std::size_t, double)> lay = [&](std::size_t left, double sum) {
    const auto cell = static_cast<std::size_t>(std::ranges::find(taken, false) - taken.begin());
    if (cell == taken.size()) best = std::min(best, sum);
    if (cell == taken.size() || left == 0 || sum == never) return;
    const std::size_t column = cell / grid.rows, row = cell % grid.rows;
    for (std::size_t c = column; c < grid.columns; ++c)
      for (std::size_t r = row; r < grid.rows; ++r) {
        const auto before = taken;
        bool free = true;
        for (std::size_t i = column; i <= c; ++i)
          for (std::size_t k = row; k <= r; ++k) {
            free &= !taken[i * grid.rows + k];
            taken[i * grid.rows + k] = true;
          }
        if (free) lay(left - 1, sum + piece_cost(grid, {column, c, row, r, 0}, cap));
        taken = before;
      }
  };
  lay(most, 0);
  return best;
}

/// What a list costs, and that it takes each cell once.
double cost_of(const RegretGrid& grid, const PieceList& list) {
  double sum = 0;
  for (const auto& call : grid.calls) {
    int takers = 0;
    for (const Piece& piece : list.pieces)
      if (piece.first_column <= call.column && call.column <= piece.last_column &&
          piece.first_row <= call.row && call.row <= piece.last_row) {
        ++takers;
        sum += call.regrets[piece.choice];
      }
    EXPECT_EQ(takers, 1);
  }
  return sum;
}

/// Any four rectangles can be made by cuts; of more, some cannot.
constexpr std::size_t by_cuts = 4;

TEST(BestLists, AreThoseThatTryingAllFinds) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const RegretGrid grid = random_grid(seed, 3, 4, 3);
    for (const double cap : {never, 0.2}) {
      const auto lists = best_lists(grid, by_cuts, cap);
      for (std::size_t rules = 1; rules <= by_cuts; ++rules) {
        const double least = by_brute_force(grid, rules, cap);
        const PieceList& found = lists[rules - 1];
        if (least == never) {
          EXPECT_TRUE(found.pieces.empty()) << seed << " " << rules;
          continue;
        }
        EXPECT_LE(found.pieces.size(), rules);
        EXPECT_DOUBLE_EQ(found.sum, least) << seed << " " << rules;
        EXPECT_DOUBLE_EQ(cost_of(grid, found), found.sum);
        EXPECT_LE(found.worst, cap);
      }
    }
  }
}

TEST(FewestRules, AreThoseThatTryingAllFinds) {
  int found = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RegretGrid grid = random_grid(seed, 3, 2, 3);
    for (const double cap : {0.3, 0.4}) {
      const auto fewest = fewest_rules(grid, cap);
      if (!fewest || *fewest > by_cuts) continue;
      EXPECT_LT(by_brute_force(grid, *fewest, cap), never) << seed;
      EXPECT_EQ(by_brute_force(grid, *fewest - 1, cap), never) << seed;
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(FewestRules, AreNoneWhereCallsOfACellDiffer) {
  const RegretGrid grid = {.columns = 1, .rows = 1, .choices = 2, .calls = {{0, 0, {0, 1}}, {0, 0, {1, 0}}}};
  EXPECT_EQ(fewest_rules(grid, 0.5), std::nullopt);
  EXPECT_EQ(fewest_rules(grid, 1), 1U);
}

TEST(LeastWorst, IsWhatSomeNumberOfRulesKeepsAndNoneGoesBelow) {
  int found = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    RegretGrid grid = random_grid(seed, 3, 2, 3);
    for (const RegretGrid& more = random_grid(seed + 20, 3, 2, 3); const auto& call : more.calls)
      grid.calls.push_back(call);  // of which some fall into the same cells
    for (const bool whole : {false, true}) {
      const double least = least_worst(grid, whole);
      if (least == never) continue;
      ++found;
      EXPECT_TRUE(fewest_rules(grid, least, whole)) << seed;
      EXPECT_EQ(fewest_rules(grid, std::nextafter(least, -1), whole), std::nullopt) << seed;
    }
  }
  EXPECT_GT(found, 20);
}

TEST(BestLists, WithoutSizesHaveARuleForEachBand) {
  const RegretGrid grid = random_grid(1, 4, 3, 4);
  for (const PieceList& list : best_lists(grid, 4, never, true))
    for (const Piece& piece : list.pieces) {
      EXPECT_EQ(piece.first_row, 0U);
      EXPECT_EQ(piece.last_row, 2U);
    }
}

TEST(BestLists, TakeNoMoreRulesThanHelp) {
  RegretGrid grid = random_grid(1, 3, 3, 2);
  for (auto& call : grid.calls) call.regrets = {0, 0.5};
  const auto lists = best_lists(grid, 5, never);
  EXPECT_EQ(lists[4].pieces, (std::vector<Piece>{{0, 2, 0, 2, 0}}));
}

}  // namespace
}  // namespace collsim
