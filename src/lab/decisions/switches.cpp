#include "lab/decisions/switches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "lab/decisions/judged.hpp"
#include "lab/decisions/winners.hpp"

namespace collsim {
namespace {

constexpr double coarse = 2;

using Names = std::vector<std::string>;

std::vector<Winner> winners_by_size(const TimesBySize& times) {
  std::vector<Timing> timings;
  for (const auto& [bytes, by_algorithm] : times)
    for (const auto& [algorithm, seconds] : by_algorithm) timings.push_back({algorithm, 0, bytes, seconds});
  return winners(timings);
}

/// Sizes in a row at which the same algorithms win.
struct WinnerRun {
  Names algorithms;
  std::vector<Winner> winners;

  std::int64_t from() const { return winners.front().bytes; }
};

std::vector<WinnerRun> runs_of(const TimesBySize& times) {
  std::vector<WinnerRun> runs;
  for (Winner& winner : winners_by_size(times)) {
    Names still;
    if (!runs.empty())
      std::ranges::set_intersection(runs.back().algorithms, winner.algorithms, std::back_inserter(still));
    if (still.empty())
      runs.push_back({winner.algorithms, {}});
    else
      runs.back().algorithms = still;
    runs.back().winners.push_back(std::move(winner));
  }
  return runs;
}

/// One question, and what is known of it.
class SwitchSearch {
 public:
  explicit SwitchSearch(const SwitchQuestion& question) : question_(question) {
    for (const std::int64_t bytes : question.sizes) asked_[bytes];
  }

  /// What is to be asked next, as question `number`; nothing once all is known.
  std::vector<SizeQuery> wanted(std::size_t number) const {
    Wanted wanted = open();
    if (wanted.empty()) wanted = wanted_between();
    std::vector<SizeQuery> queries;
    for (const auto& [bytes, algorithms] : wanted)
      queries.push_back({number, bytes, {algorithms.begin(), algorithms.end()}});
    return queries;
  }

  void hear(const SizeQuery& query, const std::map<std::string, double>& answers) {
    asked_[query.bytes].insert(query.algorithms.begin(), query.algorithms.end());
    if (!answers.empty()) times_[query.bytes].insert(answers.begin(), answers.end());
  }

  const TimesBySize& times() const { return times_; }

 private:
  using Wanted = std::map<std::int64_t, std::set<std::string>>;

  /// At sizes that have been looked at, those that may be the best or the second and have not been asked.
  Wanted open() const {
    Wanted wanted;
    for (const auto& [bytes, names] : asked_)
      if (auto its = open_at(bytes); !its.empty()) wanted[bytes] = std::move(its);
    return wanted;
  }

  Wanted wanted_between() const {
    Wanted wanted;
    const std::vector<WinnerRun> runs = runs_of(times_);
    const Winner* last = nullptr;
    for (const WinnerRun& run : runs)
      for (const Winner& winner : run.winners) {
        if (last)
          look_between(*last, winner, &winner == &run.winners.front() ? switch_resolution : coarse, wanted);
        last = &winner;
      }
    if (!wanted.empty()) return wanted;
    for (std::size_t i = 1; i < runs.size(); ++i) {
      look_at(question_.fitting(runs[i].from() / 2), runs[i].algorithms.front(), wanted);
      look_at(question_.fitting(runs[i].from() * 2), runs[i - 1].algorithms.front(), wanted);
    }
    return wanted;
  }

  void look_between(const Winner& low, const Winner& high, double near_enough, Wanted& wanted) const {
    const double from = static_cast<double>(low.bytes), to = static_cast<double>(high.bytes);
    if (to <= from * near_enough) return;
    const std::int64_t middle = question_.fitting(std::llround(std::sqrt(from * to)));
    if (middle <= low.bytes || middle >= high.bytes || asked_.contains(middle)) return;
    if (auto its = open_at(middle); !its.empty()) wanted[middle] = std::move(its);
  }

  /// What a call of this size takes if this algorithm serves it, and what it takes at best.
  void look_at(std::int64_t bytes, const std::string& algorithm, Wanted& wanted) const {
    if (bytes < times_.begin()->first || bytes > times_.rbegin()->first || is_asked(algorithm, bytes)) return;
    if (!asked_.contains(bytes)) wanted[bytes] = open_at(bytes);
    wanted[bytes].insert(algorithm);
  }

  bool is_asked(const std::string& algorithm, std::int64_t bytes) const {
    const auto known = asked_.find(bytes);
    return known != asked_.end() && known->second.contains(algorithm);
  }

  /// Whether it has been asked at both ends, and has no time anywhere.
  bool is_absent(const std::string& algorithm) const {
    return std::ranges::all_of(question_.sizes, [&](auto bytes) { return is_asked(algorithm, bytes); }) &&
           std::ranges::none_of(times_, [&](const auto& each) { return each.second.contains(algorithm); });
  }

  /// The time that the second best does not exceed at this size: the one there, once two have been asked, or at the next larger
  /// one. Infinite where neither is known.
  double limit(std::int64_t bytes) const {
    for (auto size = times_.lower_bound(bytes); size != times_.end(); ++size)
      if (size->second.size() > 1) return nth_least(size->second, 1) * (1 + tie_tolerance);
    return std::numeric_limits<double>::infinity();
  }

  static double nth_least(const std::map<std::string, double>& times, std::size_t n) {
    std::vector<double> seconds;
    for (const auto& [name, takes] : times) seconds.push_back(takes);
    std::ranges::nth_element(seconds, seconds.begin() + static_cast<std::ptrdiff_t>(n));
    return seconds[n];
  }

  /// Who is to be asked at a size next: those without a formula and the two that promise most, then all others that may be the best
  /// or the second.
  std::set<std::string> open_at(std::int64_t bytes) const {
    const auto its = times_.find(bytes);
    const bool two_known = its != times_.end() && its->second.size() > 1;
    const double most = limit(bytes);
    std::set<std::string> found;
    std::vector<std::pair<double, std::string>> promising;
    for (const std::string& name : question_.algorithms) {
      if (is_asked(name, bytes) || is_absent(name) || is_out(name, bytes, most)) continue;
      const auto expected = expected_seconds(name, bytes);
      if (two_known || !expected)
        found.insert(name);
      else
        promising.emplace_back(*expected * known_ratio(name).value_or(1), name);
    }
    std::ranges::sort(promising);
    for (std::size_t i = 0; i < std::min<std::size_t>(promising.size(), 2); ++i)
      found.insert(promising[i].second);
    return found;
  }

  /// Whether an algorithm takes more at a size: by its time at the largest size up to there that it has one for, or by what is left
  /// of its formula's time there, which is evaluated only where that of a smaller size does not tell.
  bool is_out(const std::string& algorithm, std::int64_t bytes, double most) const {
    for (auto size = times_.upper_bound(bytes); size != times_.begin();)
      if (const auto& seconds = (--size)->second; seconds.contains(algorithm)) {
        if (seconds.at(algorithm) > most) return true;
        break;
      }
    const double ratio = least_ratio(algorithm, bytes);
    const auto& known = formulas_[algorithm];
    const auto next = known.upper_bound(bytes);
    if (next != known.begin() && std::prev(next)->second.value_or(0) * ratio > most) return true;
    return expected_seconds(algorithm, bytes).value_or(0) * ratio > most;
  }

  std::optional<double> expected_seconds(const std::string& algorithm, std::int64_t bytes) const {
    auto& known = formulas_[algorithm];
    const auto place = known.find(bytes);
    if (place != known.end()) return place->second;
    return known[bytes] = question_.expected(algorithm, bytes);
  }

  /// How many times as long as its formula says an algorithm takes at the least.
  double least_ratio(const std::string& algorithm, std::int64_t bytes) const {
    const auto known = known_ratio(algorithm);
    if (!known) return 1 / most_over_stranger;
    const auto has = [&](const auto& each) { return each.second.contains(algorithm); };
    const auto next = times_.upper_bound(bytes);
    const bool between = std::any_of(times_.begin(), next, has) && std::any_of(next, times_.end(), has);
    return *known / (between ? most_over_between : most_over_known);
  }

  /// The least of those that are known.
  std::optional<double> known_ratio(const std::string& algorithm) const {
    std::optional<double> least;
    for (const auto& [size, seconds] : times_)
      if (const auto found = seconds.find(algorithm); found != seconds.end())
        if (const auto expected = expected_seconds(algorithm, size); expected && *expected > 0)
          least = std::min(least.value_or(found->second / *expected), found->second / *expected);
    return least;
  }

  const SwitchQuestion& question_;
  Wanted asked_;
  TimesBySize times_;
  mutable std::map<std::string, std::map<std::int64_t, std::optional<double>>> formulas_;
};

/// What an algorithm takes longer at a size than the fastest, as a share.
std::optional<double> cost(const TimesBySize& times, std::int64_t bytes, const std::string& algorithm) {
  const auto look = times.find(bytes);
  if (look == times.end()) return std::nullopt;
  const auto found = look->second.find(algorithm);
  if (found == look->second.end()) return std::nullopt;
  const auto best = std::ranges::min_element(look->second, {}, [](const auto& each) { return each.second; });
  return regret_over(best->second, found->second);
}

void enter_margin(const Winner& winner, Stretch& stretch) {
  if (winner.second.empty()) return;
  const double margin = winner.margin - 1;
  stretch.least_margin = stretch.second.empty() ? margin : std::min(stretch.least_margin, margin);
  if (!stretch.second.empty() && margin <= stretch.most_margin) return;
  stretch.most_margin = margin;
  stretch.second = winner.second;
}

}  // namespace

std::vector<TimesBySize> look_for_switches(const std::vector<SwitchQuestion>& questions,
                                           const AskSizes& ask) {
  std::vector<SwitchSearch> searches(questions.begin(), questions.end());
  while (true) {
    std::vector<SizeQuery> queries;
    for (std::size_t i = 0; i < searches.size(); ++i)
      std::ranges::move(searches[i].wanted(i), std::back_inserter(queries));
    if (queries.empty()) break;
    const auto answers = ask(queries);
    for (std::size_t i = 0; i < queries.size(); ++i)
      searches[queries[i].question].hear(queries[i], answers[i]);
  }
  std::vector<TimesBySize> found;
  for (const SwitchSearch& search : searches) found.push_back(search.times());
  return found;
}

std::vector<Stretch> stretches(const SwitchQuestion& question, const TimesBySize& times) {
  std::vector<Stretch> found;
  std::string before;
  for (const WinnerRun& run : runs_of(times)) {
    Stretch& stretch =
        found.emplace_back(Stretch{.algorithm = fmt::format("{}", fmt::join(run.algorithms, " = ")),
                                   .from = run.winners.front().bytes,
                                   .to = run.winners.back().bytes,
                                   .first = run.winners.front().seconds,
                                   .last = run.winners.back().seconds});
    for (const Winner& winner : run.winners) enter_margin(winner, stretch);
    const std::string& serves = run.algorithms.front();
    if (!before.empty()) {
      stretch.half = question.fitting(stretch.from / 2);
      stretch.twice = question.fitting(stretch.from * 2);
      stretch.cost_at_half = cost(times, stretch.half, serves);
      stretch.cost_at_twice = cost(times, stretch.twice, before);
    }
    before = serves;
  }
  return found;
}

}  // namespace collsim
