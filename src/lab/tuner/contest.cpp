#include "lab/tuner/contest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "backends/backend.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

bool is_power_of_two(int processes) {
  return std::has_single_bit(static_cast<unsigned>(processes));
}

std::int64_t middle(std::int64_t one, std::int64_t other) {
  return std::llround(std::sqrt(static_cast<double>(one) * static_cast<double>(other)));
}

std::vector<Row> of_collective(const std::vector<Row>& rows, const std::string& collective) {
  std::vector<Row> own;
  std::ranges::copy_if(rows, std::back_inserter(own),
                       [&](const Row& row) { return row.point.collective == collective; });
  return own;
}

/// Where jobs were measured, overrides say how each lay in the machine.
void check_one_machine(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const Point &one = rows.front().point, &other = row.point;
    if (one.platform != other.platform || (one.overrides != other.overrides && !backend(other).measures()))
      throw Error("rules are for one platform; right would be one, with the same numbers for all");
  }
}

/// Of two that rules may ask.
bool holds(Condition condition, const GridCall& entry) {
  if (condition == Condition::power_of_two) return is_power_of_two(entry.at.processes);
  return entry.at.ppn.nodes(entry.at.processes) == entry.at.processes;
}

/// Of the numbers of ranks that rules take with one that was asked, an odd one beside it that is no power of two; 0: there is none.
int odd_beside(int own, const std::vector<int>& asked) {
  const auto place = std::ranges::find(asked, own);
  const int first = place == asked.begin() ? own : last_before(*std::prev(place), own) + 1;
  const int last = std::next(place) == asked.end() ? own : last_before(own, *std::next(place));
  for (const int other : {own + 1, own - 1})
    if (first <= other && other <= last && other % 2 != 0 && !is_power_of_two(other)) return other;
  return 0;
}

}  // namespace

int last_before(int one, int other) {
  if (is_power_of_two(other)) return other - 1;
  return is_power_of_two(one) ? one : std::max<int>(one, static_cast<int>(middle(one, other)) - 1);
}

bool RuleOption::has_enough(const CallFacts& facts) const {
  if (!as || is_own_choice()) return true;
  CallFacts more = facts;
  more.elements.reset();
  return as->as.match(facts) == as->as.match(more);
}

std::optional<Choice> RuleOption::serving(const CallFacts& facts) const {
  if (!as) return own;
  return has_enough(facts) ? as->serving(facts) : std::nullopt;
}

bool RuleOption::runs(const CallFacts& facts) const {
  if (!as) return true;
  const Rule* rule = as->as.match(facts);
  return rule && rule->theirs == theirs;
}

CallFacts GridCall::facts() const {
  CallFacts facts = facts_of(at.collective, at.shape());
  if (beside == 0) return facts;
  if (facts.nodes == facts.processes) facts.nodes = beside;
  facts.processes = beside;
  return facts;
}

std::string RuleOption::name(const std::string& collective) const {
  if (is_own_choice()) return own_choice_name;
  return theirs.empty() ? label_of(collective, *own) : theirs;
}

RegretGrid CallClass::grid(std::size_t rows, std::size_t choices) const {
  RegretGrid grid{.columns = processes.size(), .rows = rows, .choices = choices};
  for (const GridCall* entry : entries) {
    const auto column = std::ranges::lower_bound(processes, entry->at.processes) - processes.begin();
    RegretGrid::Call& call =
        grid.calls.emplace_back(RegretGrid::Call{static_cast<std::size_t>(column), entry->row, {}});
    for (std::size_t choice = 0; choice < choices; ++choice) call.regrets.push_back(entry->regret(choice));
  }
  return grid;
}

std::vector<std::size_t> Namers::who_names(const Point& point) {
  auto place = by_collective_.find(point.collective);
  if (place == by_collective_.end())
    place = by_collective_.emplace(point.collective, named(point.collective)).first;
  const Named& own = place->second;
  const std::string name = label(point);
  const auto found = own.by_rules.find(name);
  std::set<std::size_t> numbers;
  if (found != own.by_rules.end()) numbers = found->second;
  for (const auto& [number, choice] : own.own_choices)
    if (const auto runs = choice.serving(facts_of(point.collective, point.shape()));
        runs && label_of(point.collective, *runs) == name)
      numbers.insert(number);
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i]->is_collsim()) numbers.insert(i);
  return {numbers.begin(), numbers.end()};
}

Namers::Named Namers::named(const std::string& collective) const {
  Named found;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    for (const TargetAlgorithm& each : candidates(*targets_[i], collective, commutative_))
      for (const Rule& rule : each.as.all())
        if (rule.choice) found.by_rules[label_of(collective, *rule.choice)].insert(i);
    if (auto own = own_choice(*targets_[i], collective)) found.own_choices.emplace_back(i, std::move(*own));
  }
  return found;
}

Contest::Contest(const Target& target, std::string collective, const std::vector<Row>& rows, bool commutative,
                 double gain)
    : target_(target),
      collective_(std::move(collective)),
      gain_(gain),
      named_(candidates(target, collective_, commutative)) {
  if (auto own = own_choice(target, collective_)) named_.insert(named_.begin(), std::move(*own));
  const std::vector<Row> own = of_collective(rows, collective_);
  check_one_machine(own);
  for (const auto& [at, seconds] : answers_by_race(own)) entries_.push_back({.at = at, .seconds = seconds});
  find_options(own);
  std::set<int> numbers;
  for (const GridCall& entry : entries_) numbers.insert(entry.at.processes);
  const std::vector<int> asked(numbers.begin(), numbers.end());
  std::vector<GridCall> others;
  for (GridCall& entry : entries_) {
    judge(entry);
    if (auto other = call_beside(entry, asked)) others.push_back(std::move(*other));
  }
  std::ranges::move(others, std::back_inserter(entries_));
  std::erase_if(entries_, [](const GridCall& entry) { return entry.least == GridCall::never; });
  find_limits();
}

std::optional<GridCall> Contest::call_beside(const GridCall& entry, const std::vector<int>& asked) const {
  const int other = odd_beside(entry.at.processes, asked);
  if (other == 0 || target_.asks_powers_of_two() || !target_.asks_processes()) return std::nullopt;
  GridCall found{.at = entry.at, .seconds = entry.seconds, .beside = other};
  judge(found);
  found.least_of_all = found.least;
  return found.takes == entry.takes ? std::nullopt : std::optional(found);
}

void Contest::find_options(const std::vector<Row>& rows) {
  for (const TargetAlgorithm& each : named_) options_.push_back({each.theirs, std::nullopt, &each});
  if (!target_.is_collsim()) return;
  std::set<std::string> seen;
  for (const Row& row : rows) {
    const Choice choice{&describe(collective_, row.point.algorithm), row.point.options};
    if (seen.insert(label(row.point)).second) options_.push_back({"", choice, nullptr});
  }
}

/// The sizes of the number of processes that has most of them: those of others were rounded to equal blocks.
void Contest::find_limits() {
  std::map<int, std::set<std::int64_t>> sizes;
  for (const GridCall& entry : entries_) sizes[entry.at.processes].insert(entry.at.bytes());
  if (sizes.empty()) return;
  const auto& most =
      std::ranges::max_element(sizes, {}, [](const auto& each) { return each.second.size(); })->second;
  for (auto size = std::next(most.begin()); size != most.end(); ++size)
    limits_.push_back(middle(std::max<std::int64_t>(*std::prev(size), 1), *size));
  smallest_.assign(rows(), Region::all_bytes.last);
  for (GridCall& entry : entries_) {
    entry.row =
        static_cast<std::size_t>(std::ranges::upper_bound(limits_, entry.at.bytes()) - limits_.begin());
    smallest_[entry.row] = std::min(smallest_[entry.row], entry.at.bytes());
  }
}

std::optional<std::pair<std::string, double>> Contest::served(const RuleOption& option,
                                                              const GridCall& entry) const {
  const bool runs = entry.beside != 0 && option.runs(entry.facts());
  const auto choice = option.serving(runs ? facts_of(collective_, entry.at.shape()) : entry.facts());
  if (!choice) return std::nullopt;
  const auto found = entry.seconds.find(label_of(collective_, *choice));
  return found == entry.seconds.end() ? std::nullopt : std::optional(std::pair(found->first, found->second));
}

void Contest::judge(GridCall& entry) const {
  for (const auto& [name, seconds] : entry.seconds)
    entry.least_of_all = std::min(entry.least_of_all, seconds);
  for (const RuleOption& option : options_) {
    const auto [label, seconds] = served(option, entry).value_or(std::pair(std::string(), GridCall::never));
    entry.runs.push_back(label);
    entry.takes.push_back(seconds);
  }
  if (gain_ > 0) leave_to_library(entry);
  for (const double seconds : entry.takes) entry.least = std::min(entry.least, seconds);
}

void Contest::leave_to_library(GridCall& entry) const {
  const auto own = std::ranges::find_if(options_, &RuleOption::is_own_choice) - options_.begin();
  if (own == std::ssize(options_)) return;
  const double most = entry.takes[static_cast<std::size_t>(own)] / (1 + gain_);
  for (std::size_t i = 0; i < options_.size(); ++i)
    if (!options_[i].is_own_choice() && entry.takes[i] > most) {
      entry.takes[i] = GridCall::never;
      entry.runs[i].clear();
    }
}

Interval Contest::processes() const {
  const auto [least, most] =
      std::ranges::minmax(entries_, {}, [](const GridCall& entry) { return entry.at.processes; });
  return {least.at.processes, most.at.processes};
}

std::vector<Condition> Contest::told_apart() const {
  std::vector<Condition> found;
  const auto add = [&](Condition condition, bool can_be_asked) {
    const auto count =
        std::ranges::count_if(entries_, [&](const GridCall& each) { return holds(condition, each); });
    if (can_be_asked && count > 0 && count < std::ssize(entries_)) found.push_back(condition);
  };
  add(Condition::power_of_two, target_.asks_powers_of_two());
  add(Condition::one_per_node, target_.asks_nodes());
  return found;
}

std::vector<CallClass> Contest::classes_by(const std::vector<Condition>& conditions) const {
  std::map<std::set<Condition>, CallClass> by_conditions;
  for (const GridCall& entry : entries_) {
    std::set<Condition> only;
    for (const Condition each : conditions)
      if (holds(each, entry)) only.insert(each);
    CallClass& calls = by_conditions[only];
    calls.only = only;
    calls.entries.push_back(&entry);
    if (std::ranges::find(calls.processes, entry.at.processes) == calls.processes.end())
      calls.processes.push_back(entry.at.processes);
  }
  std::vector<CallClass> classes;
  for (auto& [only, calls] : by_conditions) {
    std::ranges::sort(calls.processes);
    classes.push_back(std::move(calls));
  }
  // The first rule that takes a call serves it: those that ask most come first.
  std::ranges::stable_sort(classes, std::ranges::greater(),
                           [](const CallClass& calls) { return calls.only.size(); });
  return classes;
}

std::vector<std::vector<CallClass>> Contest::partitions() const {
  const std::vector<Condition> conditions = told_apart();
  std::vector<std::vector<CallClass>> all;
  for (unsigned subset = 0; subset < 1U << conditions.size(); ++subset) {
    std::vector<Condition> chosen;
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if ((subset >> i & 1U) != 0) chosen.push_back(conditions[i]);
    all.push_back(classes_by(chosen));
  }
  return all;
}

double Contest::cost_of_one_for_all_nodes() const {
  std::map<std::pair<int, std::int64_t>, std::vector<double>> sums;
  double calls = 0, cost = 0;
  for (const GridCall& entry : entries_) {
    if (entry.beside != 0) continue;
    ++calls;
    auto& sum = sums[{entry.at.processes, entry.at.bytes()}];
    sum.resize(options_.size());
    for (std::size_t i = 0; i < options_.size(); ++i) sum[i] += entry.regret(i);
  }
  for (const auto& [cell, sum] : sums) cost += std::ranges::min(sum);
  return calls == 0 ? 0 : cost / calls;
}

}  // namespace collsim
