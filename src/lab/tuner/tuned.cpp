#include "lab/tuner/tuned.hpp"

#include <algorithm>

#include "algorithms/facts/collective.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/tuner/contest.hpp"
#include "lab/tuner/limits.hpp"
#include "lab/tuner/list_finder.hpp"

namespace collsim {
namespace {

/// What a list runs at each call.
std::vector<ServedCall> served_by(const CollectiveRules& list) {
  std::vector<ServedCall> served;
  for (const auto& [piece, calls] : list.pieces)
    for (const GridCall* entry : taken(piece, *calls)) {
      ServedCall& call = served.emplace_back(ServedCall{
          .at = entry->at, .runs = entry->runs[piece.choice], .seconds = entry->takes[piece.choice]});
      for (std::size_t other = 0; other < entry->takes.size(); ++other)
        if (entry->runs[other] != call.runs && entry->takes[other] < call.other_seconds) {
          call.other = entry->runs[other];
          call.other_seconds = entry->takes[other];
        }
    }
  return served;
}

/// Whether there is something to make rules of.
bool has_calls(const Contest& contest) {
  return !contest.entries().empty() && !contest.options().empty();
}

/// Explains the rules of a contest.
class Tuning {
 public:
  Tuning(const Target& target, const Contest& contest, const TuningBounds& bounds, const TermsOf& terms)
      : target_(target),
        contest_(contest),
        bounds_(bounds),
        terms_(terms),
        finder_(target, contest, bounds) {}

  TunedCollective tuned() const {
    TunedCollective result{.collective = contest_.collective()};
    result.has_own_choice = std::ranges::any_of(contest_.options(), &RuleOption::is_own_choice);
    result.beyond = beyond();
    if (!target_.asks_nodes()) result.one_for_all_nodes = contest_.cost_of_one_for_all_nodes();
    const CollectiveRules found = finder_.best();
    if (found.pieces.empty()) return result;
    const CollectiveRules best = finder_.with_own_choice(found);
    for (std::size_t rules = 1; rules <= finder_.most(); ++rules)
      add_to_curve(finder_.of_so_many(found, rules), rules, result);
    result.mean = finder_.mean(best);
    result.ninetieth = ninetieth(best);
    result.worst = best.worst;
    result.within = result.mean <= bounds_.mean && result.worst <= bounds_.worst;
    if (result.worst > bounds_.worst) result.fewest_for_worst = finder_.fewest_rules_within(bounds_.worst);
    result.least_worst = target_.asks_processes() ? finder_.least_worst_of_any() : result.worst;
    result.served = served_by(best);
    const Limits limits(contest_, best.pieces, finder_.whole());
    for (const auto& [piece, calls] : best.pieces)
      result.rules.push_back(rule_of(piece, *calls, limits.region_of(piece, *calls)));
    return result;
  }

 private:
  double beyond() const {
    double sum = 0, calls = 0;
    for (const GridCall& entry : contest_.entries())
      if (entry.beside == 0) {
        sum += regret_over(entry.least_of_all, entry.least);
        ++calls;
      }
    return calls == 0 ? 0 : sum / calls;
  }

  void add_to_curve(const CollectiveRules& list, std::size_t rules, TunedCollective& result) const {
    if (list.pieces.empty()) return;
    const auto own = std::ranges::count_if(
        list.pieces, [&](const auto& each) { return contest_.options()[each.first.choice].is_own_choice(); });
    result.curve.push_back({rules, static_cast<std::size_t>(own), finder_.mean(list), list.worst});
  }

  /// A rule for collsim's own algorithm.
  Rule own_rule(const Region& region, const Choice& choice) const {
    Rule rule{.where = {}, .collective = contest_.collective(), .region = region};
    rule.choice = choice;
    if (serves_any_operator(choice)) return rule;
    rule.operator_class = "commutative";
    rule.region.operators = operator_class(rule.operator_class);
    return rule;
  }

  TunedRule rule_of(const Piece& piece, const CallClass& calls, const Region& region) const {
    const RuleOption& option = contest_.options()[piece.choice];
    TunedRule tuned;
    tuned.rule = option.as ? rule_naming(target_, contest_.collective(), region, option.theirs)
                           : own_rule(region, *option.own);
    tuned.rule.only.insert(calls.only.begin(), calls.only.end());
    if (option.as && !option.is_own_choice()) tuned.unless = unless_text(*option.as, region);
    explain(piece, calls, tuned);
    return tuned;
  }

  /// Where the number of ranks decides what runs, and rules cannot ask for it.
  std::string unless_text(const TargetAlgorithm& as, const Region& region) const {
    for (std::int64_t p = region.processes.first;
         p <= std::min(region.processes.last, region.processes.first + 3); ++p) {
      const CallFacts facts{
          .collective = contest_.collective(), .processes = static_cast<int>(p), .bytes = region.bytes.first};
      const Rule* runs = as.as.match(facts);
      if (!target_.asks_powers_of_two() && runs && runs->theirs != as.theirs) {
        std::string conditions;
        for (const Condition each : as.as.all().front().only)
          if (each == Condition::even || each == Condition::power_of_two) conditions += to_text(each) + ", ";
        return conditions + "else " + told_name(runs->theirs);
      }
    }
    return "";
  }

  bool serves_any_operator(const Choice& choice) const {
    if (!collective(contest_.collective()).combines) return true;
    const Shape shape{.processes = 4, .count = 4, .commutative = false};
    return choice.about->why_unsupported(shape, choice.options).empty();
  }

  /// The 90th percentile of the regrets of all calls.
  static double ninetieth(const CollectiveRules& list) {
    std::vector<double> regrets;
    for (const auto& [piece, calls] : list.pieces)
      for (const GridCall* entry : taken(piece, *calls)) regrets.push_back(entry->regret(piece.choice));
    return summary_of(regrets).ninetieth;
  }

  std::vector<double> means_of(const std::vector<const GridCall*>& entries) const {
    std::vector<double> means(contest_.options().size());
    for (std::size_t i = 0; i < means.size(); ++i)
      for (const GridCall* entry : entries)
        means[i] += entry->regret(i) / static_cast<double>(entries.size());
    return means;
  }

  void explain(const Piece& piece, const CallClass& calls, TunedRule& tuned) const {
    const auto entries = taken(piece, calls);
    tuned.calls = static_cast<std::size_t>(std::ranges::count(entries, 0, &GridCall::beside));
    if (entries.empty()) return;
    const std::vector<double> means = means_of(entries);
    for (const GridCall* entry : entries) tuned.worst = std::max(tuned.worst, entry->regret(piece.choice));
    tuned.mean = means[piece.choice];
    std::optional<std::size_t> second;
    for (std::size_t i = 0; i < means.size(); ++i)
      if (i != piece.choice && means[i] < GridCall::never && (!second || means[i] < means[*second]))
        second = i;
    const GridCall& example = second ? most_saved(piece.choice, *second, entries) : *entries.front();
    tuned.example = example.at;
    tuned.seconds = example.takes[piece.choice];
    if (!second) return;
    tuned.second_mean = means[*second];
    for (const GridCall* entry : entries)
      tuned.second_worst = std::max(tuned.second_worst, entry->regret(*second));
    compare(piece.choice, *second, example, tuned);
  }

  /// The call at which a choice takes the smallest share of what another takes.
  static const GridCall& most_saved(std::size_t choice, std::size_t other,
                                    const std::vector<const GridCall*>& entries) {
    return **std::ranges::min_element(
        entries, {}, [&](const GridCall* entry) { return entry->takes[choice] / entry->takes[other]; });
  }

  void compare(std::size_t choice, std::size_t second, const GridCall& at, TunedRule& tuned) const {
    tuned.second = contest_.options()[second].name(contest_.collective());
    tuned.second_seconds = at.takes[second];
    const auto own = contest_.options()[choice].serving(at.facts()),
               other = contest_.options()[second].serving(at.facts());
    if (own && other && tuned.seconds < tuned.second_seconds)
      tuned.terms = terms_text(at.at, *own, *other, tuned.second_seconds - tuned.seconds, terms_);
  }

  const Target& target_;
  const Contest& contest_;
  const TuningBounds& bounds_;
  const TermsOf& terms_;
  ListFinder finder_;
};

std::vector<std::string> collectives_of(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (const Row& row : rows)
    if (std::ranges::find(names, row.point.collective) == names.end()) names.push_back(row.point.collective);
  return names;
}

}  // namespace

double ServedCall::regret() const {
  return std::max(0.0, regret_over(other_seconds, seconds));
}

std::vector<TunedCollective> tune(const Target& target, const std::vector<Row>& rows,
                                  const TuningBounds& bounds, const TermsOf& terms) {
  std::vector<TunedCollective> all;
  for (const auto& name : collectives_of(rows)) {
    const Contest contest(target, name, rows, bounds.commutative, bounds.gain);
    all.push_back(has_calls(contest) ? Tuning(target, contest, bounds, terms).tuned()
                                     : TunedCollective{.collective = name});
  }
  return all;
}

std::vector<ServedCall> served_calls(const Target& target, const std::vector<Row>& rows,
                                     const TuningBounds& bounds) {
  std::vector<ServedCall> all;
  for (const auto& name : collectives_of(rows)) {
    const Contest contest(target, name, rows, bounds.commutative, bounds.gain);
    if (!has_calls(contest)) continue;
    const ListFinder finder(target, contest, bounds);
    const auto served = served_by(finder.with_own_choice(finder.best()));
    all.insert(all.end(), served.begin(), served.end());
  }
  return all;
}

Rules rules_of(const std::vector<TunedCollective>& tuned, const std::string& source) {
  std::vector<Rule> rules;
  for (const TunedCollective& each : tuned)
    if (each.number_of_rules() > 0)
      for (const TunedRule& rule : each.rules) rules.push_back(rule.rule);
  return Rules(std::move(rules), source);
}

}  // namespace collsim
