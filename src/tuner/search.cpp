#include "tuner/search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "decisions/what_if.hpp"
#include "points/serving.hpp"
#include "tuner/interpolated.hpp"

namespace collsim {
namespace {

using Numbers = std::vector<std::size_t>;

/// By formulas so many times as long as the least: not asked before somebody else has shown how far formulas are off.
constexpr double hopeless = 4;  // unless formulas say little of him

/// Who may save so much of the most that anybody may is asked, too.
constexpr double near_most = 0.7;

/// One of those that compete for a call. Times are natural logarithms.
struct Rival {
  std::size_t point = 0;      ///< of the grid
  std::size_t algorithm = 0;  ///< of the group
  double formula = 0;
  Numbers targets = {};
  bool at_once = false;  ///< it posts several messages at once, of which its formula has one after the other
  std::optional<double> answer = {};
  bool failed = false;

  bool is_for(std::size_t target) const { return std::ranges::find(targets, target) != targets.end(); }
};

/// What is expected of a rival: its time, and the standard deviation of what that may be off.
struct Expectation {
  const Rival* rival;
  double time, off;
};

/// What asking a call more may save, as a share of its time, and who is to be asked.
struct Doubt {
  double gain = 0;
  std::set<std::size_t> points = {};
};

/// By how much a time is expected to lie below another where its difference to that has this mean and standard deviation.
double expected_gain(double difference, double off) {
  if (off <= 0) return 0;
  const double z = -difference / off;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double share = std::erfc(-z / std::numbers::sqrt2) / 2;
  return off * density - difference * share;
}

/// Misses of some numbers, and of all numbers once more, so that few do not tell too much.
double root_mean(const std::vector<double>& misses, double pooled) {
  double sum = pooled;
  for (const double miss : misses) sum += miss;
  return std::sqrt(sum / static_cast<double>(misses.size() + 1));
}

Spot spot_of(const Point& at) {
  const bool by_block = collective(at.collective).size == Collective::Size::blocks;
  const double size =
      static_cast<double>(std::max<std::int64_t>(at.bytes(), 1)) / (by_block ? at.processes : 1);
  return {std::log2(at.processes), std::log2(size) / 2,
          std::has_single_bit(static_cast<unsigned>(at.processes))};
}

/// Calls that differ in processes and size only.
class Group {
 public:
  /// A point that nobody may name.
  void add_unnamed() { ++unnamed_; }

  void add(const Point& at, const std::string& algorithm, Rival rival) {
    const auto [call, is_new] = calls_by_race_.emplace(at, rivals_.size());
    if (is_new) {
      rivals_.emplace_back();
      races_.push_back(at);
      spots_.push_back(spot_of(at));
    }
    targets_.insert(rival.targets.begin(), rival.targets.end());
    rival.algorithm = algorithms_.emplace(algorithm, algorithms_.size()).first->second;
    rivals_[call->second].push_back(rival);
    places_[rival.point] = {call->second, rivals_[call->second].size() - 1};
  }

  /// What is to be asked next; nothing once all is settled.
  Numbers wanted() {
    if (races_.empty()) return {};
    if (asked_ == 0) return at_first();
    learn();
    return to_settle(doubts());
  }

  void hear(std::size_t point, const Outcome& outcome) {
    Rival& own = rival(point);
    own.failed = !outcome.ok() || outcome.seconds <= 0;
    if (!own.failed) own.answer = std::log(outcome.seconds);
    ++asked_;
  }

  /// Gives the points that were not asked the seconds expected.
  void finish(Searched& found) {
    learn();
    for (const auto& [point, place] : places_) {
      const Rival& own = rivals_[place.first][place.second];
      if (!found.answered[point])
        found.rows[point].outcome.seconds = std::exp(expectation(place.first, own).time);
    }
  }

 private:
  Rival& rival(std::size_t point) {
    const auto& [call, number] = places_.at(point);
    return rivals_[call][number];
  }

  /// The ends and the middle of numbers of processes, and of sizes at each.
  Numbers at_first() const {
    std::map<int, std::map<std::int64_t, std::size_t>> calls;
    for (std::size_t call = 0; call < races_.size(); ++call)
      calls[races_[call].processes][races_[call].bytes()] = call;
    Numbers points;
    for (const auto& sizes : ends_and_middle(calls))
      for (const std::size_t call : ends_and_middle(sizes)) add_hopeful(call, points);
    return points;
  }

  template <class Map>
  static std::vector<typename Map::mapped_type> ends_and_middle(const Map& all) {
    std::vector<typename Map::mapped_type> found;
    for (const std::size_t number : std::set<std::size_t>{0, all.size() / 2, all.size() - 1})
      found.push_back(std::next(all.begin(), static_cast<std::ptrdiff_t>(number))->second);
    return found;
  }

  void add_hopeful(std::size_t call, Numbers& points) const {
    std::set<std::size_t> hopeful;
    for (const std::size_t target : targets_) {
      double least = std::numeric_limits<double>::infinity();
      for (const Rival& rival : rivals_[call])
        if (rival.is_for(target)) least = std::min(least, rival.formula);
      for (const Rival& rival : rivals_[call])
        if (rival.is_for(target) && (rival.at_once || rival.formula <= least + std::log(hopeless)))
          hopeful.insert(rival.point);
    }
    points.insert(points.end(), hopeful.begin(), hopeful.end());
  }

  void learn() {
    ratios_.assign(algorithms_.size(), Interpolated(spots_));
    pairs_.clear();
    for (std::size_t call = 0; call < rivals_.size(); ++call)
      for (const Rival& rival : rivals_[call])
        if (rival.answer) ratios_[rival.algorithm].learn(call, *rival.answer - rival.formula);
    std::vector<std::vector<double>> misses;
    std::vector<double> all;
    for (const Interpolated& ratio : ratios_) {
      misses.push_back(ratio.misses());
      all.insert(all.end(), misses.back().begin(), misses.back().end());
    }
    pooled_ = all.empty() ? 0 : std::pow(root_mean(all, 0), 2);
    slopes_.clear();
    for (const auto& own : misses) slopes_.push_back(root_mean(own, pooled_));
  }

  Expectation expectation(std::size_t call, const Rival& rival) const {
    constexpr double far = 4;  // where nothing is known of an algorithm
    if (rival.answer) return {&rival, *rival.answer, 0};
    const auto guess = ratios_[rival.algorithm].guess_at(call);
    return {&rival, rival.formula + (guess ? guess->value : 0),
            slopes_[rival.algorithm] * (guess ? guess->distance : far)};
  }

  std::vector<Doubt> doubts() {
    std::vector<Doubt> all;
    for (std::size_t call = 0; call < rivals_.size(); ++call) all.push_back(doubt_of(call));
    return all;
  }

  /// For whichever target most is to be saved, with whom to ask for all.
  Doubt doubt_of(std::size_t call) {
    std::vector<Expectation> expected;
    for (const Rival& rival : rivals_[call])
      if (!rival.failed) expected.push_back(expectation(call, rival));
    Doubt doubt;
    for (const std::size_t target : targets_) {
      std::vector<Expectation> own;
      std::ranges::copy_if(expected, std::back_inserter(own),
                           [&](const Expectation& each) { return each.rival->is_for(target); });
      if (own.size() > 1) add_doubt(own, call, doubt);
    }
    return doubt;
  }

  void add_doubt(const std::vector<Expectation>& expected, std::size_t call, Doubt& doubt) {
    const Expectation leader = std::ranges::min(expected, {}, &Expectation::time);
    double most = 0;
    std::vector<std::pair<double, const Rival*>> rivals;  // by what they may save
    for (const Expectation& each : expected) {
      if (each.rival == leader.rival) continue;
      rivals.emplace_back(gain_over(leader, each, call), each.rival);
      most = std::max(most, rivals.back().first);
    }
    doubt.gain = std::max(doubt.gain, most);
    if (most < settled_gain) return;
    rivals.emplace_back(most, leader.rival);
    for (const auto& [gain, rival] : rivals)
      if (gain >= near_most * most && !rival->answer) doubt.points.insert(rival->point);
  }

  /// Two that were asked at the same calls tell how far they are from each other: what is off for both alike does not matter.
  double gain_over(const Expectation& leader, const Expectation& other, std::size_t call) {
    double difference = other.time - leader.time, off = std::hypot(leader.off, other.off);
    const Pair& pair = pair_of(*other.rival, *leader.rival);
    if (const auto guess = pair.ratio.guess_at(call); guess && pair.slope * guess->distance < off) {
      difference = other.rival->formula - leader.rival->formula + guess->value;
      off = pair.slope * guess->distance;
    }
    return expected_gain(difference, off);
  }

  /// By how much the first is farther from its formula than the second.
  struct Pair {
    Interpolated ratio;
    double slope = 0;
  };
  const Pair& pair_of(const Rival& one, const Rival& other) {
    const auto [place, is_new] =
        pairs_.emplace(std::pair(one.algorithm, other.algorithm), Pair{Interpolated(spots_)});
    Pair& pair = place->second;
    if (!is_new) return pair;
    for (std::size_t call = 0; call < rivals_.size(); ++call) {
      std::optional<double> first, second;
      for (const Rival& rival : rivals_[call]) {
        if (rival.answer && rival.algorithm == one.algorithm) first = *rival.answer - rival.formula;
        if (rival.answer && rival.algorithm == other.algorithm) second = *rival.answer - rival.formula;
      }
      if (first && second) pair.ratio.learn(call, *first - *second);
    }
    pair.slope = root_mean(pair.ratio.misses(), pooled_);
    return pair;
  }

  /// The calls of most doubt, none of which lies near another.
  Numbers to_settle(const std::vector<Doubt>& doubts) const {
    constexpr std::size_t least_calls = 12, share = 32;
    const double most = most_asked * static_cast<double>(places_.size() + unnamed_);
    double sum = 0;
    for (const Doubt& doubt : doubts) sum += doubt.gain;
    if (sum < settled_gain * static_cast<double>(doubts.size())) return {};
    Numbers order(doubts.size()), chosen, points;
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t call) { return doubts[call].gain; });
    for (const std::size_t call : order) {
      const auto& own = doubts[call].points;
      if (doubts[call].gain < settled_gain || chosen.size() == std::max(least_calls, order.size() / share))
        break;
      if (static_cast<double>(asked_ + points.size() + own.size()) > most) break;
      if (std::ranges::any_of(chosen,
                              [&](std::size_t near) { return distance(spots_[call], spots_[near]) < 1; }))
        continue;
      chosen.push_back(call);
      points.insert(points.end(), own.begin(), own.end());
    }
    return points;
  }

  std::map<Point, std::size_t> calls_by_race_;
  std::map<std::string, std::size_t> algorithms_;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> places_;  ///< call and rival, by point
  std::vector<Point> races_;
  std::vector<Spot> spots_;
  std::set<std::size_t> targets_;
  std::vector<std::vector<Rival>> rivals_;
  std::size_t asked_ = 0, unnamed_ = 0;
  std::vector<Interpolated> ratios_;  ///< answers over formulas, by algorithm
  std::vector<double> slopes_;
  double pooled_ = 0;
  std::map<std::pair<std::size_t, std::size_t>, Pair> pairs_;
};

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
             const AskOutcomes& ask)
      : ask_(ask) {
    Numbers without_formula;
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
    while (next_round()) {
    }
    for (auto& [conditions, group] : groups_) group.finish(found_);
    return std::move(found_);
  }

 private:
  bool next_round() {
    std::vector<std::pair<Group*, Numbers>> wanted;
    Numbers all;
    for (auto& [conditions, group] : groups_) {
      wanted.emplace_back(&group, group.wanted());
      all.insert(all.end(), wanted.back().second.begin(), wanted.back().second.end());
    }
    hear(all);
    for (const auto& [group, points] : wanted)
      for (const std::size_t point : points) group->hear(point, found_.rows[point].outcome);
    return !all.empty();
  }

  void hear(const Numbers& numbers) {
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
  Searched found_;
  std::map<Point, Group> groups_;
};

}  // namespace

std::size_t Searched::asked() const {
  return static_cast<std::size_t>(std::ranges::count(answered, true));
}

Searched search_grid(const std::vector<Point>& grid, const FormulaSeconds& formula, const TargetsOf& targets,
                     const AskOutcomes& ask) {
  return GridSearch(grid, formula, targets, ask).result();
}

}  // namespace collsim
