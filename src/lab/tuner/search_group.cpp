#include "lab/tuner/search_group.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>

namespace collsim {
namespace {

/// By formulas so many times as long as the least: not asked before somebody else has shown how far formulas are off.
constexpr double hopeless = 4;  // unless formulas say little of him

/// Who may save so much of the most that anybody may is asked, too.
constexpr double near_most = 0.7;

/// By how much a time is expected to lie below another, where this is expected of its difference to that.
double expected_gain(const Expected& difference) {
  if (difference.off <= 0) return 0;
  const double z = -difference.mean / difference.off;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double share = std::erfc(-z / std::numbers::sqrt2) / 2;
  return difference.off * density - difference.mean * share;
}

template <class Map>
std::vector<typename Map::mapped_type> ends_and_middle(const Map& all) {
  std::vector<typename Map::mapped_type> found;
  for (const std::size_t number : std::set<std::size_t>{0, all.size() / 2, all.size() - 1})
    found.push_back(std::next(all.begin(), static_cast<std::ptrdiff_t>(number))->second);
  return found;
}

}  // namespace

void SearchGroup::add(const Point& race, const std::string& algorithm, Rival rival) {
  targets_.insert(rival.targets.begin(), rival.targets.end());
  times_.add(race, algorithm, std::move(rival));
}

void SearchGroup::hear(std::size_t point, const Outcome& outcome) {
  times_.hear(point, outcome);
  ++asked_;
}

PointNumbers SearchGroup::wanted_for_the_fastest(double share) {
  if (times_.calls().empty()) return {};
  if (asked_ == 0) {
    const PointNumbers points = at_first();
    at_first_ = points.size();
    return points;
  }
  times_.learn();
  std::vector<Doubt> doubts;
  double sum = 0;
  for (std::size_t call = 0; call < times_.calls().size(); ++call) {
    doubts.push_back(doubt_of(call));
    sum += doubts.back().gain;
  }
  if (sum < settled_gain * static_cast<double>(doubts.size())) return {};
  return most_doubtful(doubts, settled_gain, share * size());
}

PointNumbers SearchGroup::wanted_for_lists(const std::vector<ListRun>& runs, double worst) {
  if (times_.calls().empty()) return {};
  std::vector<Doubt> doubts(times_.calls().size());
  for (const ListRun& run : runs) {
    if (!times_.has(run.runs)) continue;
    const std::size_t call = times_.call_of(run.runs);
    const Rival& own = times_.rival(run.runs);
    const Rival* best = times_.has(run.best) ? &times_.rival(run.best) : nullptr;  // else it was asked
    const Expected cost = best ? times_.difference(call, own, *best)
                               : Expected{own.time.mean - std::log(run.best_seconds), own.time.off};
    const double may_cost = std::expm1(cost.mean + cost.off);
    const bool best_was_asked = !best || best->answer;
    if (may_cost <= worst || (own.answer && best_was_asked)) continue;
    Doubt& doubt = doubts[call];
    doubt.gain = std::max(doubt.gain, may_cost);
    if (!own.answer) doubt.points.insert(own.point);
    if (!best_was_asked && (own.answer || cost.mean > 0)) doubt.points.insert(run.best);
  }
  const double at_first = static_cast<double>(at_first_) + kept_for_lists * size();
  return most_doubtful(doubts, worst, std::max(most_asked * size(), at_first));
}

void SearchGroup::expect(Searched& found) {
  times_.learn();
  for (const auto& rivals : times_.calls())
    for (const Rival& own : rivals)
      if (!found.answered[own.point]) found.rows[own.point].outcome.seconds = std::exp(own.time.mean);
}

/// The ends and the middle of numbers of processes, and of sizes at each.
PointNumbers SearchGroup::at_first() const {
  std::map<int, std::map<std::int64_t, std::size_t>> calls;
  for (std::size_t call = 0; call < times_.calls().size(); ++call)
    calls[times_.race(call).processes][times_.race(call).bytes()] = call;
  PointNumbers points;
  for (const auto& sizes : ends_and_middle(calls))
    for (const std::size_t call : ends_and_middle(sizes)) add_hopeful(call, points);
  return points;
}

void SearchGroup::add_hopeful(std::size_t call, PointNumbers& points) const {
  const auto& rivals = times_.calls()[call];
  std::set<std::size_t> hopeful;
  for (const std::size_t target : targets_) {
    double least = std::numeric_limits<double>::infinity();
    for (const Rival& rival : rivals)
      if (rival.is_for(target)) least = std::min(least, rival.formula);
    for (const Rival& rival : rivals)
      if (rival.is_for(target) && (rival.at_once || rival.formula <= least + std::log(hopeless)))
        hopeful.insert(rival.point);
  }
  points.insert(points.end(), hopeful.begin(), hopeful.end());
}

/// For whichever target most is to be saved, with whom to ask for all.
SearchGroup::Doubt SearchGroup::doubt_of(std::size_t call) {
  Doubt doubt;
  for (const std::size_t target : targets_) {
    std::vector<const Rival*> own;
    for (const Rival& rival : times_.calls()[call])
      if (!rival.failed && rival.is_for(target)) own.push_back(&rival);
    if (own.size() > 1) add_doubt(own, call, doubt);
  }
  return doubt;
}

void SearchGroup::add_doubt(const std::vector<const Rival*>& rivals, std::size_t call, Doubt& doubt) {
  const Rival* leader =
      *std::ranges::min_element(rivals, {}, [](const Rival* each) { return each->time.mean; });
  double most = 0;
  std::vector<std::pair<double, const Rival*>> by_gain;
  for (const Rival* each : rivals) {
    if (each == leader) continue;
    by_gain.emplace_back(expected_gain(times_.difference(call, *each, *leader)), each);
    most = std::max(most, by_gain.back().first);
  }
  doubt.gain = std::max(doubt.gain, most);
  if (most < settled_gain) return;
  by_gain.emplace_back(most, leader);
  for (const auto& [gain, rival] : by_gain)
    if (gain >= near_most * most && !rival->answer) doubt.points.insert(rival->point);
}

/// The calls of most doubt, none of which lies near another.
PointNumbers SearchGroup::most_doubtful(const std::vector<Doubt>& doubts, double least, double most) const {
  constexpr std::size_t least_calls = 12, part = 32;
  PointNumbers order(doubts.size()), chosen, points;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t call) { return doubts[call].gain; });
  for (const std::size_t call : order) {
    const auto& own = doubts[call].points;
    if (doubts[call].gain < least || chosen.size() == std::max(least_calls, order.size() / part)) break;
    if (static_cast<double>(asked_ + points.size() + own.size()) > most) break;
    if (std::ranges::any_of(
            chosen, [&](std::size_t near) { return distance(times_.spot(call), times_.spot(near)) < 1; }))
      continue;
    chosen.push_back(call);
    points.insert(points.end(), own.begin(), own.end());
  }
  return points;
}

}  // namespace collsim
