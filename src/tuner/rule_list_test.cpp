#include "tuner/rule_list.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>
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

/// The least sum of any list of at most so many rules, by trying all: every way to cut columns into bands, and every way to cut the
/// rows of each, with every choice for each piece.
double by_brute_force(const RegretGrid& grid, std::size_t most, double cap) {
  const auto piece_cost = [&](std::size_t c0, std::size_t c1, std::size_t r0, std::size_t r1) {
    double least = never;
    for (std::size_t choice = 0; choice < grid.choices; ++choice) {
      double sum = 0;
      for (const auto& call : grid.calls)
        if (c0 <= call.column && call.column <= c1 && r0 <= call.row && call.row <= r1)
          sum += call.regrets[choice] > cap ? never : call.regrets[choice];
      least = std::min(least, sum);
    }
    return least;
  };
  double best = never;
  const std::function<void(std::size_t, std::size_t, double)> columns_from =
      [&](std::size_t c0, std::size_t left, double sum) {
        if (c0 == grid.columns) {
          best = std::min(best, sum);
          return;
        }
        for (std::size_t c1 = c0; c1 < grid.columns; ++c1) {
          const std::function<void(std::size_t, std::size_t, double)> rows_from =
              [&](std::size_t r0, std::size_t rest, double own) {
                if (r0 == grid.rows) return columns_from(c1 + 1, rest, own);
                for (std::size_t r1 = r0; r1 < grid.rows && rest > 0; ++r1)
                  rows_from(r1 + 1, rest - 1, own + piece_cost(c0, c1, r0, r1));
              };
          rows_from(0, left, sum);
        }
      };
  columns_from(0, most, 0);
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

TEST(BestLists, AreThoseThatTryingAllFinds) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const RegretGrid grid = random_grid(seed, 3, 4, 3);
    for (const double cap : {never, 0.2}) {
      const auto lists = best_lists(grid, 6, cap);
      for (std::size_t rules = 1; rules <= 6; ++rules) {
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
