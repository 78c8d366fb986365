#include "lab/tuner/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "lab/decisions/what_if.hpp"
#include "lab/tuner/search_group.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

Point without_size(Point at) {
  at.processes = 1;
  at.count = 0;
  return at;
}

/// Empty where the algorithm supports the call.
std::string why_unsupported(const Point& point) {
  const auto [about, options] = serving(point);
  return about->why_unsupported(point.shape(), options);
}

/// A grid and what is known of it.
class GridSearch {
 public:
  GridSearch(const std::vector<Point>& grid, const FormulaSeconds& formula, const TargetsOf& targets,
             const AskOutcomes& ask, const RunsOfLists& lists, double worst)
      : ask_(ask), lists_(lists), worst_(worst) {
    PointNumbers without_formula;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      found_.rows.push_back({grid[i]});
      const std::vector<std::size_t> named_by = targets(grid[i]);
      if (const std::string why = why_unsupported(grid[i]); !why.empty()) {
        found_.rows.back().outcome = unsupported(why);
        continue;
      }
      if (named_by.empty()) {
        found_.rows.back().outcome = unsupported("no rules of these targets may name it");
        groups_[without_size(race(grid[i]))].add_unnamed();
        continue;
      }
      const auto seconds = formula(grid[i]);
      const Point at = race(grid[i]);
      if (seconds && *seconds > 0)
        groups_[without_size(at)].add(at, label(grid[i]),
                                      {.point = i,
                                       .formula = std::log(*seconds),
                                       .targets = named_by,
                                       .at_once = serving(grid[i]).about->concurrent});
      else
        without_formula.push_back(i);
    }
    found_.answered.resize(grid.size());
    hear(without_formula);
  }

  Searched result() {
    while (ask_for_the_fastest(most_asked - kept_for_lists) || ask_for_lists() ||
           ask_for_the_fastest(most_asked)) {
    }
    expect();
    return std::move(found_);
  }

 private:
  bool ask_for_the_fastest(double share) {
    return ask_what([&](SearchGroup& group) { return group.wanted_for_the_fastest(share); });
  }

  bool ask_for_lists() {
    if (!lists_) return false;
    expect();
    const std::vector<ListRun> runs = lists_(found_.rows);
    return ask_what([&](SearchGroup& group) { return group.wanted_for_lists(runs, worst_); });
  }

  /// False where nothing is wanted.
  template <class Wanted>
  bool ask_what(const Wanted& wanted) {
    std::vector<std::pair<SearchGroup*, PointNumbers>> by_group;
    PointNumbers all;
    for (auto& [conditions, group] : groups_) {
      by_group.emplace_back(&group, wanted(group));
      all.insert(all.end(), by_group.back().second.begin(), by_group.back().second.end());
    }
    hear(all);
    for (const auto& [group, points] : by_group)
      for (const std::size_t point : points) group->hear(point, found_.rows[point].outcome);
    return !all.empty();
  }

  void expect() {
    for (auto& [conditions, group] : groups_) group.expect(found_);
  }

  void hear(const PointNumbers& numbers) {
    std::vector<Point> points;
    for (const std::size_t number : numbers) points.push_back(found_.rows[number].point);
    if (points.empty()) return;
    const std::vector<Outcome> outcomes = ask_(points);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      found_.rows[numbers[i]].outcome = outcomes[i];
      found_.answered[numbers[i]] = true;
    }
  }

  const AskOutcomes& ask_;
  const RunsOfLists& lists_;
  double worst_;
  Searched found_;
  std::map<Point, SearchGroup> groups_;
};

}  // namespace

std::size_t Searched::asked() const {
  return static_cast<std::size_t>(std::ranges::count(answered, true));
}

Searched search_grid(const std::vector<Point>& grid, const FormulaSeconds& formula, const TargetsOf& targets,
                     const AskOutcomes& ask, const RunsOfLists& lists, double worst) {
  return GridSearch(grid, formula, targets, ask, lists, worst).result();
}

std::size_t most_points(const Searched& least, const FormulaSeconds& formula) {
  struct Points {
    double all = 0, at_first = 0, without_formula = 0;
  };
  std::map<Point, Points> groups;
  for (std::size_t i = 0; i < least.rows.size(); ++i) {
    const Point& point = least.rows[i].point;
    Points& group = groups[without_size(race(point))];
    ++group.all;
    if (least.answered[i]) ++(formula(point) ? group.at_first : group.without_formula);
  }
  double most = 0;
  for (const auto& [conditions, group] : groups)
    most +=
        group.without_formula + std::max(most_asked * group.all, group.at_first + kept_for_lists * group.all);
  return static_cast<std::size_t>(most);
}

}  // namespace collsim
