#include "tuner/tuned.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/facts/collective.hpp"
#include "tuner/contest.hpp"
#include "tuner/limits.hpp"
#include "tuner/rule_list.hpp"

namespace collsim {
namespace {

constexpr double never = GridCall::never;

/// Rules of one collective, by the classes of a partition of calls.
struct CollectiveRules {
  ClassPieces pieces = {};
  double sum = 0, worst = 0;

  void add(const CollectiveRules& other) {
    pieces.insert(pieces.end(), other.pieces.begin(), other.pieces.end());
    sum += other.sum;
    worst = std::max(worst, other.worst);
  }
};
/// By the number of rules less one.
using CollectiveRulesByLength = std::vector<CollectiveRules>;

/// More rules never cost more.
void keep_the_better(CollectiveRules& current, const CollectiveRules& other) {
  if (!other.pieces.empty() && (current.pieces.empty() || other.sum < current.sum)) current = other;
}

/// Lists for two classes as lists for both.
CollectiveRulesByLength joined(const CollectiveRulesByLength& one, const CollectiveRulesByLength& other) {
  CollectiveRulesByLength both(one.size());
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t k = 0; i + k + 1 < both.size(); ++k) {
      if (one[i].pieces.empty() || other[k].pieces.empty()) continue;
      CollectiveRules list = one[i];
      list.add(other[k]);
      keep_the_better(both[i + k + 1], list);
    }
  return both;
}

/// Finds and explains the rules of a contest.
class Tuning {
 public:
  Tuning(const Target& target, const Contest& contest, const TuningBounds& bounds, const TermsOf& terms)
      : target_(target),
        contest_(contest),
        bounds_(bounds),
        terms_(terms),
        partitions_(contest.partitions()),
        most_(target.asks_processes() ? bounds.rules : 1) {}

  TunedCollective tuned() const {
    TunedCollective result{.collective = contest_.collective()};
    if (contest_.entries().empty() || contest_.options().empty()) return result;
    result.has_own_choice = std::ranges::any_of(contest_.options(), &RuleOption::is_own_choice);
    result.beyond = beyond();
    if (!target_.asks_nodes()) result.one_for_all_nodes = contest_.cost_of_one_for_all_nodes();
    const CollectiveRulesByLength free = lists(never);
    if (free.back().pieces.empty()) return result;
    const CollectiveRules found = chosen(free, most_), best = with_own_choice(found);
    for (std::size_t rules = 1; rules <= most_; ++rules)
      add_to_curve(of_so_many(free, found, rules), rules, result);
    result.mean = mean(best);
    result.ninetieth = ninetieth(best);
    result.worst = best.worst;
    result.within = result.mean <= bounds_.mean && result.worst <= bounds_.worst;
    if (result.worst > bounds_.worst) result.fewest_for_worst = fewest_rules_within(bounds_.worst);
    result.least_worst = target_.asks_processes() ? least_worst_of_any() : result.worst;
    const Limits limits(contest_, best.pieces, whole());
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

  /// A tenth further with each step.
  double cap_of(int step) const { return std::max(bounds_.worst, 0.001) * std::pow(1.1, step); }

  bool fits(const CollectiveRules& list) const { return !list.pieces.empty() && mean(list) <= bounds_.mean; }

  /// The fewest rules within the bounds, at most `most`. Where the worst regret cannot be kept, the fewest that keep the mean and one that
  /// is larger, by as little as steps of a tenth tell; where the mean cannot be kept, the list of `free`, without bounds, of least mean.
  CollectiveRules chosen(const CollectiveRulesByLength& free, std::size_t most) const {
    const auto fitting = [&](const CollectiveRulesByLength& all) -> const CollectiveRules* {
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(most);
      const auto found =
          std::find_if(all.begin(), end, [&](const CollectiveRules& list) { return fits(list); });
      return found == end ? nullptr : &*found;
    };
    const CollectiveRules* best = fitting(free);
    if (!best) return free[most - 1];
    int too_low = -1, step = 0;
    while (cap_of(step) < best->worst) ++step;
    while (step - too_low > 1) {
      const int cap = too_low + (step - too_low) / 2;
      const CollectiveRules* found = fitting(capped(cap));
      if (found) best = found;
      (found ? step : too_low) = cap;
    }
    return *best;
  }

  /// Gives the list that is chosen of those for so many rules; of more than the best has, one that keeps the worst where that has it.
  CollectiveRules of_so_many(const CollectiveRulesByLength& free, const CollectiveRules& best,
                             std::size_t rules) const {
    if (rules <= best.pieces.size() || !fits(best)) return chosen(free, rules);
    int step = 0;
    while (cap_of(step) < best.worst) ++step;
    return capped(step)[rules - 1];
  }

  struct Loss {
    double sum = 0, worst = 0, calls = 0;
  };
  /// What a choice for all calls of a piece loses to the best.
  static Loss loss_of(const Piece& piece, const CallClass& calls, std::size_t choice) {
    Loss loss;
    for (const GridCall* entry : taken(piece, calls)) {
      loss.sum += entry->regret(choice);
      loss.worst = std::max(loss.worst, entry->regret(choice));
      ++loss.calls;
    }
    return loss;
  }

  /// The list without rules for calls in which the library's own choice loses no more than the bounds, those that gain least over it
  /// first, as long as the whole list keeps the bound of the mean.
  CollectiveRules with_own_choice(CollectiveRules list) const {
    const auto own = std::ranges::find_if(contest_.options(), &RuleOption::is_own_choice);
    if (own == contest_.options().end()) return list;
    const auto choice = static_cast<std::size_t>(own - contest_.options().begin());
    const double allowed = std::max(list.sum, bounds_.mean * number_of_calls());
    std::multimap<double, Piece*> by_gain;
    for (auto& [piece, calls] : list.pieces) {
      const Loss with = loss_of(piece, *calls, piece.choice), without = loss_of(piece, *calls, choice);
      if (without.sum <= bounds_.mean * without.calls && without.worst <= std::max(bounds_.worst, with.worst))
        by_gain.emplace(without.sum - with.sum, &piece);
    }
    for (const auto& [gain, piece] : by_gain) {
      if (list.sum + gain > allowed) break;
      list.sum += gain;
      piece->choice = choice;
    }
    join_neighbours(choice, list.pieces);
    in_order(list.pieces);
    list.worst = 0;
    for (const auto& [piece, calls] : list.pieces)
      list.worst = std::max(list.worst, loss_of(piece, *calls, piece.choice).worst);
    return list;
  }

  /// Makes one of two pieces of that choice which are a rectangle together, as often as there are two.
  static void join_neighbours(std::size_t choice, ClassPieces& pieces) {
    for (std::size_t one = 0; one < pieces.size(); ++one)
      for (std::size_t other = 0; other < pieces.size(); ++other) {
        auto& [first, calls] = pieces[one];
        const auto& [second, its] = pieces[other];
        if (calls != its || first.choice != choice || second.choice != choice) continue;
        const bool beside = first.last_column + 1 == second.first_column &&
                            first.first_row == second.first_row && first.last_row == second.last_row;
        const bool above = first.last_row + 1 == second.first_row &&
                           first.first_column == second.first_column &&
                           first.last_column == second.last_column;
        if (!beside && !above) continue;
        first.last_column = second.last_column;
        first.last_row = second.last_row;
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(other));
        return join_neighbours(choice, pieces);
      }
  }

  /// By processes, then sizes, within each class.
  static void in_order(ClassPieces& pieces) {
    for (auto first = pieces.begin(); first != pieces.end();) {
      const auto end =
          std::find_if(first, pieces.end(), [&](const auto& each) { return each.second != first->second; });
      std::sort(first, end, [](const auto& one, const auto& other) {
        return std::pair(one.first.first_column, one.first.first_row) <
               std::pair(other.first.first_column, other.first.first_row);
      });
      first = end;
    }
  }

  void add_to_curve(const CollectiveRules& list, std::size_t rules, TunedCollective& result) const {
    if (list.pieces.empty()) return;
    const auto own = std::ranges::count_if(
        list.pieces, [&](const auto& each) { return contest_.options()[each.first.choice].is_own_choice(); });
    result.curve.push_back({rules, static_cast<std::size_t>(own), mean(list), list.worst});
  }

  const CollectiveRulesByLength& capped(int step) const {
    const auto known = capped_.find(step);
    return known != capped_.end() ? known->second : capped_.emplace(step, lists(cap_of(step))).first->second;
  }

  double number_of_calls() const { return static_cast<double>(contest_.entries().size()); }
  double mean(const CollectiveRules& list) const { return list.sum / number_of_calls(); }
  bool whole() const { return !target_.asks_bytes(contest_.collective()); }
  RegretGrid grid(const CallClass& calls) const {
    return calls.grid(contest_.rows(), contest_.options().size());
  }

  CollectiveRulesByLength lists_of(const CallClass& calls, double cap) const {
    CollectiveRulesByLength lists;
    for (const PieceList& list : best_lists(grid(calls), most_, cap, whole())) {
      CollectiveRules& own = lists.emplace_back(CollectiveRules{{}, list.sum, list.worst});
      for (const Piece& piece : list.pieces) own.pieces.emplace_back(piece, &calls);
    }
    return lists;
  }

  /// By whichever partition costs least.
  CollectiveRulesByLength lists(double cap) const {
    CollectiveRulesByLength best(most_);
    for (const auto& classes : partitions_) {
      CollectiveRulesByLength own = lists_of(classes.front(), cap);
      for (std::size_t i = 1; i < classes.size(); ++i) own = joined(own, lists_of(classes[i], cap));
      for (std::size_t i = 0; i < best.size(); ++i) keep_the_better(best[i], own[i]);
    }
    for (std::size_t i = 1; i < best.size(); ++i) keep_the_better(best[i], CollectiveRules(best[i - 1]));
    return best;
  }

  std::optional<std::size_t> fewest_rules_within(double cap) const {
    std::optional<std::size_t> fewest;
    if (!target_.asks_processes()) return fewest;
    for (const auto& classes : partitions_) {
      std::optional<std::size_t> sum = 0;
      for (const CallClass& calls : classes) {
        const auto own = fewest_rules(grid(calls), cap, whole());
        sum = sum && own ? std::optional(*sum + *own) : std::nullopt;
      }
      if (sum && (!fewest || *sum < *fewest)) fewest = sum;
    }
    return fewest;
  }

  double least_worst_of_any() const {
    double least = never;
    for (const auto& classes : partitions_) {
      double worst = 0;
      for (const CallClass& calls : classes) worst = std::max(worst, least_worst(grid(calls), whole()));
      least = std::min(least, worst);
    }
    return least;
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

  static std::vector<const GridCall*> taken(const Piece& piece, const CallClass& calls) {
    std::vector<const GridCall*> found;
    for (const GridCall* entry : calls.entries)
      if (calls.processes[piece.first_column] <= entry->at.processes &&
          entry->at.processes <= calls.processes[piece.last_column] && piece.first_row <= entry->row &&
          entry->row <= piece.last_row)
        found.push_back(entry);
    return found;
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
      if (i != piece.choice && means[i] < never && (!second || means[i] < means[*second])) second = i;
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
  std::vector<std::vector<CallClass>> partitions_;
  std::size_t most_;
  mutable std::map<int, CollectiveRulesByLength> capped_ = {};  ///< by the step of the cap
};

}  // namespace

std::vector<TunedCollective> tune(const Target& target, const std::vector<Row>& rows,
                                  const TuningBounds& bounds, const TermsOf& terms) {
  std::vector<std::string> names;
  for (const Row& row : rows)
    if (std::ranges::find(names, row.point.collective) == names.end()) names.push_back(row.point.collective);
  std::vector<TunedCollective> all;
  for (const auto& name : names) {
    const Contest contest(target, name, rows, bounds.commutative);
    all.push_back(Tuning(target, contest, bounds, terms).tuned());
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
