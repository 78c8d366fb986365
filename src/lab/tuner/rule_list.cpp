#include "lab/tuner/rule_list.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace collsim {
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

/// First and last, and their number among all in the order of the last.
struct RankedSpan {
  std::size_t first, last;

  std::size_t number() const { return last * (last + 1) / 2 + first; }
  std::size_t length() const { return last - first + 1; }
  RankedSpan before(std::size_t cut) const { return {first, cut - 1}; }
  RankedSpan from(std::size_t cut) const { return {cut, last}; }
};

/// Between which columns, or which rows, a box is cut: where its second part begins.
struct Cut {
  bool across_rows = false;
  std::uint32_t at = 0;
};

/// A rectangle of cells.
struct Box {
  RankedSpan columns, rows;

  Box first(const Cut& cut) const {
    return cut.across_rows ? Box{columns, rows.before(cut.at)} : Box{columns.before(cut.at), rows};
  }
  Box second(const Cut& cut) const {
    return cut.across_rows ? Box{columns, rows.from(cut.at)} : Box{columns.from(cut.at), rows};
  }
};

/// The best choice for all cells of a box.
struct Single {
  double sum = no_way, worst = no_way;
  std::size_t choice = 0;
};

/// All boxes of a grid with the best single choice of each whose regrets stay below a cap.
class Boxes {
 public:
  Boxes(const RegretGrid& grid, double cap, bool whole)
      : columns_(grid.columns), rows_(grid.rows), choices_(grid.choices), whole_(whole) {
    singles_.resize(count());
    std::vector<std::vector<const RegretGrid::Call*>> by_column(columns_);
    for (const auto& call : grid.calls) by_column[call.column].push_back(&call);
    for (std::size_t first = 0; first < columns_; ++first) {
      std::vector<Toll> tolls(rows_ * choices_);  // by row, then choice
      for (std::size_t last = first; last < columns_; ++last) {
        for (const auto* call : by_column[last])
          for (std::size_t choice = 0; choice < choices_; ++choice)
            tolls[call->row * choices_ + choice].add(call->regrets[choice]);
        enter(RankedSpan{first, last}, tolls, cap);
      }
    }
  }

  std::size_t count() const { return columns_ * (columns_ + 1) / 2 * row_spans(); }
  std::size_t number(const Box& box) const {
    return box.columns.number() * row_spans() + (whole_ ? 0 : box.rows.number());
  }
  Box whole_grid() const { return {{0, columns_ - 1}, {0, rows_ - 1}}; }
  const Single& single(const Box& box) const { return singles_[number(box)]; }

  /// Each once, after all that lie within it.
  template <class Use>
  void each(const Use& use) const {
    for (std::size_t last = 0; last < columns_; ++last)
      for (std::size_t first = last + 1; first-- > 0;) each_of({first, last}, use);
  }

  /// Each way to cut a box in two.
  template <class Use>
  void cuts(const Box& box, const Use& use) const {
    for (std::size_t at = box.columns.first + 1; at <= box.columns.last; ++at)
      use(Cut{false, static_cast<std::uint32_t>(at)});
    if (whole_) return;
    for (std::size_t at = box.rows.first + 1; at <= box.rows.last; ++at)
      use(Cut{true, static_cast<std::uint32_t>(at)});
  }

 private:
  std::size_t row_spans() const { return whole_ ? 1 : rows_ * (rows_ + 1) / 2; }

  template <class Use>
  void each_of(const RankedSpan& columns, const Use& use) const {
    if (whole_) return use(Box{columns, {0, rows_ - 1}});
    for (std::size_t last = 0; last < rows_; ++last)
      for (std::size_t first = last + 1; first-- > 0;) use(Box{columns, {first, last}});
  }

  void enter(const RankedSpan& columns, const std::vector<Toll>& tolls, double cap) {
    for (std::size_t first = 0; first < (whole_ ? 1 : rows_); ++first) {
      std::vector<Toll> sums(choices_);
      for (std::size_t last = first; last < rows_; ++last) {
        for (std::size_t choice = 0; choice < choices_; ++choice)
          sums[choice].add(tolls[last * choices_ + choice]);
        if (!whole_ || last + 1 == rows_) singles_[number({columns, {first, last}})] = best_of(sums, cap);
      }
    }
  }

  static Single best_of(const std::vector<Toll>& sums, double cap) {
    Single best;
    for (std::size_t choice = 0; choice < sums.size(); ++choice)
      if (sums[choice].worst <= cap && sums[choice].sum < best.sum)
        best = {sums[choice].sum, sums[choice].worst, choice};
    return best;
  }

  std::size_t columns_, rows_, choices_;
  bool whole_;
  std::vector<Single> singles_;
};

/// How so many rules serve a box: by one, or by the ways of two parts.
struct BoxCover {
  double sum = no_way, worst = no_way;
  Cut cut = {};                           ///< means nothing to one rule
  std::uint32_t rules = 1, of_first = 0;  ///< how many there are, and how many of them serve the first part
};

/// The best ways for every box, by the number of rules less one, no further than more of them help.
class BoxCovers {
 public:
  BoxCovers(const Boxes& boxes, std::size_t most) : boxes_(boxes), most_(most), ways_(boxes.count()) {
    boxes.each([&](const Box& box) { enter(box); });
  }

  /// A list of so many rules or fewer for the whole grid.
  PieceList list(std::size_t rules) const {
    const auto& ways = of(boxes_.whole_grid());
    const BoxCover& way = ways[std::min(rules, ways.size()) - 1];
    if (way.sum == no_way) return {};
    PieceList list{{way.sum, way.worst}};
    append(boxes_.whole_grid(), way, list.pieces);
    return list;
  }

 private:
  void enter(const Box& box) {
    const Single& single = boxes_.single(box);
    std::vector<BoxCover> best(most_);
    best[0] = {.sum = single.sum, .worst = single.worst};
    if (single.sum > 0) boxes_.cuts(box, [&](const Cut& cut) { join(box, cut, best); });
    for (std::size_t i = 1; i < best.size(); ++i)  // more rules never cost more
      if (best[i].sum >= best[i - 1].sum) best[i] = best[i - 1];
    while (best.size() > 1 && best.back().rules < best.size()) best.pop_back();
    ways_[boxes_.number(box)] = std::move(best);
  }

  const std::vector<BoxCover>& of(const Box& box) const { return ways_[boxes_.number(box)]; }

  void join(const Box& box, const Cut& cut, std::vector<BoxCover>& best) const {
    const auto &one = of(box.first(cut)), &other = of(box.second(cut));
    for (std::size_t i = 0; i < one.size(); ++i)
      for (std::size_t k = 0; k < other.size() && i + k + 2 <= most_; ++k) {
        BoxCover& here = best[i + k + 1];
        const double sum = one[i].sum + other[k].sum;
        if (sum < here.sum)
          here = {sum, std::max(one[i].worst, other[k].worst), cut, static_cast<std::uint32_t>(i + k + 2),
                  static_cast<std::uint32_t>(i + 1)};
      }
  }

  void append(const Box& box, const BoxCover& way, std::vector<Piece>& pieces) const {
    if (way.rules == 1) {
      pieces.push_back(
          {box.columns.first, box.columns.last, box.rows.first, box.rows.last, boxes_.single(box).choice});
      return;
    }
    const Box first = box.first(way.cut), second = box.second(way.cut);
    append(first, of(first)[way.of_first - 1], pieces);
    append(second, of(second)[way.rules - way.of_first - 1], pieces);
  }

  const Boxes& boxes_;
  std::size_t most_;
  std::vector<std::vector<BoxCover>> ways_;
};

}  // namespace

std::vector<PieceList> best_lists(const RegretGrid& grid, std::size_t most, double cap, bool whole) {
  const Boxes boxes(grid, cap, whole);
  const BoxCovers ways(boxes, most);
  std::vector<PieceList> lists;
  for (std::size_t rules = 1; rules <= most; ++rules) lists.push_back(ways.list(rules));
  return lists;
}

std::optional<std::size_t> fewest_rules(const RegretGrid& grid, double cap, bool whole) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max() / 2;
  const Boxes boxes(grid, cap, whole);
  std::vector<std::size_t> fewest(boxes.count(), none);
  boxes.each([&](const Box& box) {
    std::size_t& here = fewest[boxes.number(box)];
    if (boxes.single(box).sum < no_way) here = 1;
    if (here > 1)
      boxes.cuts(box, [&](const Cut& cut) {
        here = std::min(here, fewest[boxes.number(box.first(cut))] + fewest[boxes.number(box.second(cut))]);
      });
    here = std::min(here, none);
  });
  const std::size_t found = fewest[boxes.number(boxes.whole_grid())];
  return found == none ? std::nullopt : std::optional(found);
}

double least_worst(const RegretGrid& grid, bool whole) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> cells;
  for (const RegretGrid::Call& call : grid.calls) {
    auto& largest = cells[{call.column, whole ? 0 : call.row}];
    largest.resize(grid.choices);
    for (std::size_t choice = 0; choice < grid.choices; ++choice)
      largest[choice] = std::max(largest[choice], call.regrets[choice]);
  }
  double worst = 0;
  for (const auto& [cell, largest] : cells) worst = std::max(worst, std::ranges::min(largest));
  return worst;
}

}  // namespace collsim
