#include "decisions/switches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "decisions/winners.hpp"

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
struct Run {
  Names algorithms;
  std::vector<Winner> winners;

  std::int64_t from() const { return winners.front().bytes; }
};

std::vector<Run> runs_of(const TimesBySize& times) {
  std::vector<Run> runs;
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

/// The time that at least two algorithms do not exceed.
double second_best(const Winner& winner) {
  return winner.algorithms.size() > 1 ? winner.seconds : winner.seconds * winner.margin;
}

/// One question, and what is known of it.
class Search {
 public:
  explicit Search(const SwitchQuestion& question) : question_(question) {}

  /// What is to be asked next, as question `number`; nothing once all is known.
  std::vector<SizeQuery> wanted(std::size_t number) const {
    std::vector<SizeQuery> queries;
    for (const auto& [bytes, algorithms] : asked_.empty() ? at_first() : between())
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

  Wanted at_first() const {
    Wanted wanted;
    for (const std::int64_t bytes : question_.sizes)
      wanted[bytes] = {question_.algorithms.begin(), question_.algorithms.end()};
    return wanted;
  }

  Wanted between() const {
    Wanted wanted;
    const std::vector<Run> runs = runs_of(times_);
    const Winner* last = nullptr;
    for (const Run& run : runs)
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
    if (middle > low.bytes && middle < high.bytes && !asked_.contains(middle))
      wanted[middle] = contenders(low, high);
  }

  /// What a call of this size takes if this algorithm serves it, and what it takes at best.
  void look_at(std::int64_t bytes, const std::string& algorithm, Wanted& wanted) const {
    if (bytes < times_.begin()->first || bytes > times_.rbegin()->first) return;
    const auto known = asked_.find(bytes);
    if (known != asked_.end() && known->second.contains(algorithm)) return;
    if (known == asked_.end()) {
      const auto all = winners_by_size(times_);
      const auto high = std::ranges::lower_bound(all, bytes, {}, &Winner::bytes);
      wanted[bytes] = contenders(*std::prev(high), *high);
    }
    wanted[bytes].insert(algorithm);
  }

  /// Who may be the best or the second between two sizes.
  std::set<std::string> contenders(const Winner& low, const Winner& high) const {
    std::set<std::string> found;
    const double limit = second_best(high) * (1 + tie_tolerance);
    for (const std::string& algorithm : question_.algorithms)
      if (const auto least = least_seconds(algorithm, low.bytes); least && *least <= limit)
        found.insert(algorithm);
    return found;
  }

  /// What an algorithm takes at least from this size on: its time at the largest size up to there that it has one for. Nothing
  /// where it has none at all.
  std::optional<double> least_seconds(const std::string& algorithm, std::int64_t bytes) const {
    std::optional<double> least;
    for (const auto& [size, seconds] : times_)
      if (const auto found = seconds.find(algorithm); found != seconds.end()) {
        if (size <= bytes)
          least = found->second;
        else if (!least)
          least = 0;
      }
    return least;
  }

  const SwitchQuestion& question_;
  Wanted asked_;
  TimesBySize times_;
};

/// What an algorithm takes longer at a size than the fastest, as a share.
std::optional<double> cost(const TimesBySize& times, std::int64_t bytes, const std::string& algorithm) {
  const auto look = times.find(bytes);
  if (look == times.end()) return std::nullopt;
  const auto found = look->second.find(algorithm);
  if (found == look->second.end()) return std::nullopt;
  const auto best = std::ranges::min_element(look->second, {}, [](const auto& each) { return each.second; });
  return found->second / best->second - 1;
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
  std::vector<Search> searches(questions.begin(), questions.end());
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
  for (const Search& search : searches) found.push_back(search.times());
  return found;
}

std::vector<Stretch> stretches(const SwitchQuestion& question, const TimesBySize& times) {
  std::vector<Stretch> found;
  std::string before;
  for (const Run& run : runs_of(times)) {
    Stretch& stretch =
        found.emplace_back(Stretch{.algorithm = fmt::format("{}", fmt::join(run.algorithms, " = ")),
                                   .from = run.winners.front().bytes,
                                   .to = run.winners.back().bytes,
                                   .first = run.winners.front().seconds,
                                   .last = run.winners.back().seconds});
    for (const Winner& winner : run.winners) enter_margin(winner, stretch);
    const std::string& serves = run.algorithms.front();
    if (!before.empty()) {
      stretch.cost_at_half = cost(times, question.fitting(stretch.from / 2), serves);
      stretch.cost_at_twice = cost(times, question.fitting(stretch.from * 2), before);
    }
    before = serves;
  }
  return found;
}

}  // namespace collsim
