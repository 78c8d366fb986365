#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/tuner/followed.hpp"
#include "lab/tuner/rule_list.hpp"
#include "points/row.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// An algorithm that rules may name, and what serves a call then.
struct RuleOption {
  std::string theirs;         ///< empty: collsim's own
  std::optional<Choice> own;  ///< of collsim's own
  const TargetAlgorithm* as = nullptr;

  /// Whether the library chooses by itself.
  bool is_own_choice() const { return theirs == fixed_decision; }
  /// The algorithm here that runs; nothing where there is none, or another one runs for want of elements.
  std::optional<Choice> serving(const CallFacts& facts) const;
  /// Whether it is this algorithm that runs, even if none here is the same. A library's own choice is none.
  bool runs(const CallFacts& facts) const;
  /// Whether no other algorithm runs for want of elements.
  bool has_enough(const CallFacts& facts) const;
  std::string name(const std::string& collective) const;
};

/// A call of the grid, and how long it takes by each option.
struct GridCall {
  static constexpr double never = std::numeric_limits<double>::infinity();

  Point at;
  AnswersByLabel seconds = {};  ///< of all that competed
  /// The ranks of a call that nobody asked for; 0: it was asked for. Times are taken to be those of `at`, but algorithms may run there that
  /// cannot here, or the other way round.
  int beside = 0;
  std::size_t row = 0;
  std::vector<double> takes = {};  ///< by each option; infinite where it cannot serve, or gains too little
  std::vector<std::string> runs = {};  ///< what serves it by each option, as a label; empty where none does
  double least = never;                ///< of the options
  double least_of_all = never;

  double regret(std::size_t option) const { return regret_over(least, takes[option]); }
  CallFacts facts() const;
};

/// Calls that have rules of their own.
struct CallClass {
  std::set<Condition> only = {};  ///< what these ask
  std::vector<const GridCall*> entries = {};
  std::vector<int> processes = {};  ///< of these, ascending

  RegretGrid grid(std::size_t rows, std::size_t choices) const;
};

/// The last number of processes that a rule for `one` takes, where `other` is the next that was asked. A power of two beside one that is
/// none stands for itself alone; between others the middle of both, as a ratio, is the limit.
int last_before(int one, int other);

/// Which of some targets may name an algorithm, or run it by their own choice.
class Namers {
 public:
  Namers(std::vector<const Target*> targets, bool commutative)
      : targets_(std::move(targets)), commutative_(commutative) {}

  /// The numbers of those who may name that of a point, or choose it there themselves, from 0.
  std::vector<std::size_t> who_names(const Point& point);

 private:
  /// Targets by label.
  using Naming = std::map<std::string, std::set<std::size_t>>;
  /// Who names what in one collective: by rules, and by the own choice of each target that has one.
  struct Named {
    Naming by_rules = {};
    std::vector<std::pair<std::size_t, TargetAlgorithm>> own_choices = {};
  };
  Named named(const std::string& collective) const;

  std::vector<const Target*> targets_;
  bool commutative_;
  std::map<std::string, Named> by_collective_ = {};
};

/// The calls of one collective, with what competes for them on the target.
class Contest {
 public:
  /// Calls in several placements are several calls. `gain`: an option competes only at calls where the library's own choice takes longer
  /// by that share at least, or is not known; 0: everywhere. Throws Error unless the rows are of one platform.
  Contest(const Target& target, std::string collective, const std::vector<Row>& rows, bool commutative,
          double gain = 0);
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  const std::string& collective() const { return collective_; }
  const std::vector<GridCall>& entries() const { return entries_; }
  const std::vector<RuleOption>& options() const { return options_; }
  std::size_t rows() const { return limits_.size() + 1; }
  /// Whether a rule of the target leaves calls without enough elements for its algorithm to other rules.
  bool rules_ask_for_elements() const { return target_.asks_powers_of_two(); }
  Interval processes() const;
  /// Where each row of the grid but the first begins, in bytes.
  const std::vector<std::int64_t>& limits() const { return limits_; }
  /// The smallest size of each row that was asked, in bytes.
  const std::vector<std::int64_t>& smallest() const { return smallest_; }
  /// Each way to give calls rules of their own by what the target can ask; the first is to give all the same.
  std::vector<std::vector<CallClass>> partitions() const;
  /// The least mean that rules can have which serve calls that differ in ranks a node alone by one algorithm; 0 where there are none.
  double cost_of_one_for_all_nodes() const;

 private:
  void find_options(const std::vector<Row>& rows);
  void find_limits();
  void judge(GridCall& entry) const;
  /// Leaves the options out that gain too little over the library's own choice.
  void leave_to_library(GridCall& entry) const;
  /// The call with another number of ranks that rules take with its own; nothing where no algorithm tells them apart.
  std::optional<GridCall> call_beside(const GridCall& entry, const std::vector<int>& asked) const;
  /// What serves a call by an option, and its seconds; nothing where it has no answer.
  std::optional<std::pair<std::string, double>> served(const RuleOption& option, const GridCall& entry) const;
  /// What the target can ask and calls differ in.
  std::vector<Condition> told_apart() const;
  std::vector<CallClass> classes_by(const std::vector<Condition>& conditions) const;

  const Target& target_;
  std::string collective_;
  double gain_;
  std::vector<TargetAlgorithm> named_;
  std::vector<RuleOption> options_;
  std::vector<GridCall> entries_;
  std::vector<std::int64_t> limits_, smallest_;
};

}  // namespace collsim
