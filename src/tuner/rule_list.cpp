#include "tuner/rule_list.hpp"

#include <algorithm>
#include <limits>

namespace collsim {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// What a choice costs in a row of a band.
struct Toll {
  double sum = 0, worst = 0;

  void add(double regret) {
    sum += regret;
    worst = std::max(worst, regret);
  }
  void add(const Toll& other) {
    sum += other.sum;
    worst = std::max(worst, other.worst);
  }
};

/// The best choice for rows of a band.
struct Best {
  double sum = never, worst = never;
  std::size_t choice = 0;
};

/// By how many rules: the best way through the first rows of a band, or through the first columns of the grid.
struct Step {
  double sum = never, worst = 0;
  std::size_t from = 0, rules = 0;  ///< where its last part begins, and how many rules that part has
};

/// Columns first..last of the grid as one.
class Band {
 public:
  explicit Band(const RegretGrid& grid)
      : rows_(grid.rows), choices_(grid.choices), tolls_(rows_ * choices_) {}

  void add(const RegretGrid::Call& call) {
    for (std::size_t choice = 0; choice < choices_; ++choice)
      tolls_[call.row * choices_ + choice].add(call.regrets[choice]);
  }

  /// steps()[rules]: the least sum of so many pieces or fewer.
  std::vector<Step> steps(std::size_t most, double cap, bool whole) {
    find_best(cap);
    table_.assign((most + 1) * (rows_ + 1), Step{});
    at(0, 0).sum = 0;
    const std::size_t pieces = whole ? 1 : most;
    for (std::size_t rules = 1; rules <= pieces; ++rules)
      for (std::size_t end = 1; end <= rows_; ++end)
        for (std::size_t from = 0; from < end; ++from) {
          const Step& before = at(rules - 1, from);
          const Best& piece = best(from, end - 1);
          if (before.sum + piece.sum < at(rules, end).sum)
            at(rules, end) = {before.sum + piece.sum, std::max(before.worst, piece.worst), from, 1};
        }
    std::vector<Step> all(most + 1);
    for (std::size_t rules = 1; rules <= pieces; ++rules) {
      const Step& exactly = at(rules, rows_);
      if (exactly.sum < never) all[rules] = {exactly.sum, exactly.worst, 0, rules};
    }
    return all;
  }

  /// The pieces of a list of so many, after steps().
  void append(std::size_t rules, std::size_t first, std::size_t last, std::vector<Piece>& pieces) const {
    std::vector<Piece> own;
    for (std::size_t end = rows_; rules > 0; --rules) {
      const std::size_t from = at(rules, end).from;
      own.push_back({first, last, from, end - 1, best(from, end - 1).choice});
      end = from;
    }
    pieces.insert(pieces.end(), own.rbegin(), own.rend());
  }

 private:
  void find_best(double cap) {
    best_.assign(rows_ * rows_, Best{});
    std::vector<Toll> sums(choices_);
    for (std::size_t from = 0; from < rows_; ++from) {
      std::fill(sums.begin(), sums.end(), Toll{});
      for (std::size_t last = from; last < rows_; ++last) {
        Best& found = best_[from * rows_ + last];
        for (std::size_t choice = 0; choice < choices_; ++choice) {
          sums[choice].add(tolls_[last * choices_ + choice]);
          const Toll& toll = sums[choice];
          if (toll.worst <= cap && toll.sum < found.sum) found = {toll.sum, toll.worst, choice};
        }
      }
    }
  }
  const Best& best(std::size_t from, std::size_t last) const { return best_[from * rows_ + last]; }
  Step& at(std::size_t rules, std::size_t end) { return table_[rules * (rows_ + 1) + end]; }
  const Step& at(std::size_t rules, std::size_t end) const { return table_[rules * (rows_ + 1) + end]; }

  std::size_t rows_, choices_;
  std::vector<Toll> tolls_;  ///< by row, then choice
  std::vector<Best> best_;   ///< by first row, then last
  std::vector<Step> table_;  ///< by rules, then rows
};

}  // namespace

std::vector<PieceList> best_lists(const RegretGrid& grid, std::size_t most, double cap, bool whole) {
  std::vector<std::vector<const RegretGrid::Call*>> by_column(grid.columns);
  for (const auto& call : grid.calls) by_column[call.column].push_back(&call);
  // through[rules][end]: columns before `end`, in bands.
  std::vector<std::vector<Step>> through(most + 1, std::vector<Step>(grid.columns + 1));
  through[0][0].sum = 0;
  std::vector<std::vector<Band>> bands(grid.columns);
  std::vector<std::vector<std::vector<Step>>> of_bands(grid.columns);
  for (std::size_t first = 0; first < grid.columns; ++first) {
    Band band(grid);
    for (std::size_t last = first; last < grid.columns; ++last) {
      for (const auto* call : by_column[last]) band.add(*call);
      of_bands[first].push_back(band.steps(most, cap, whole));
      bands[first].push_back(band);
    }
  }
  for (std::size_t end = 1; end <= grid.columns; ++end)
    for (std::size_t first = 0; first < end; ++first)
      for (std::size_t own = 1; own <= most; ++own) {
        const Step& band = of_bands[first][end - 1 - first][own];
        if (band.sum == never) continue;
        for (std::size_t before = 0; before + own <= most; ++before) {
          const Step& start = through[before][first];
          Step& here = through[before + own][end];
          if (start.sum + band.sum < here.sum)
            here = {start.sum + band.sum, std::max(start.worst, band.worst), first, own};
        }
      }
  std::vector<PieceList> lists;
  for (std::size_t rules = 1; rules <= most; ++rules) {
    PieceList list;
    const Step& whole_grid = through[rules][grid.columns];
    if (!lists.empty() && !lists.back().pieces.empty() && !(whole_grid.sum < lists.back().sum)) {
      lists.push_back(lists.back());
      continue;
    }
    if (whole_grid.sum < never) {
      list.sum = whole_grid.sum;
      list.worst = whole_grid.worst;
      std::vector<std::vector<Piece>> parts;
      for (std::size_t end = grid.columns, left = rules; end > 0;) {
        const Step& step = through[left][end];
        parts.emplace_back();
        bands[step.from][end - 1 - step.from].append(step.rules, step.from, end - 1, parts.back());
        left -= step.rules;
        end = step.from;
      }
      for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        list.pieces.insert(list.pieces.end(), part->begin(), part->end());
    }
    lists.push_back(std::move(list));
  }
  return lists;
}

}  // namespace collsim
