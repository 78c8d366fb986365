#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "points/row.hpp"
#include "rules/libraries/target.hpp"
#include "tuner/followed.hpp"
#include "tuner/rule_list.hpp"

namespace collsim {

/// An algorithm that rules may name, and what serves a call then.
struct RuleOption {
  std::string theirs;         ///< empty: collsim's own
  std::optional<Choice> own;  ///< of collsim's own
  const TargetAlgorithm* as = nullptr;

  std::optional<Choice> serving(const Point& at) const;
  std::string name(const std::string& collective) const;
};

/// A call of the grid, and how long it takes by each option.
struct GridCall {
  static constexpr double never = std::numeric_limits<double>::infinity();

  Point at;
  AnswersByLabel seconds = {};  ///< of all that competed
  std::size_t row = 0;
  std::vector<double> takes = {};  ///< by each option; infinite where it cannot serve
  double least = never;            ///< of the options
  double least_of_all = never;

  double regret(std::size_t option) const { return takes[option] / least - 1; }
};

/// Calls that have rules of their own.
struct CallClass {
  std::set<Condition> only = {};  ///< what these ask
  std::vector<const GridCall*> entries = {};
  std::vector<int> processes = {};  ///< of these, ascending

  RegretGrid grid(std::size_t rows, std::size_t choices) const;
  /// Tells from which number of processes to which rules for these columns hold, among all numbers from `all.first` to `all.last`. A power
  /// of two beside one that is none stands for itself alone; between others the middle of both, as a ratio, is the limit.
  Interval between(std::size_t first, std::size_t last, const Interval& all) const;
};

/// Which of some targets may name an algorithm.
class Namers {
 public:
  Namers(std::vector<const Target*> targets, bool commutative)
      : targets_(std::move(targets)), commutative_(commutative) {}

  /// The numbers of those who may name that of a point, from 0.
  std::vector<std::size_t> of(const Point& point);

 private:
  /// Targets by label.
  using Naming = std::map<std::string, std::vector<std::size_t>>;
  Naming naming(const std::string& collective) const;

  std::vector<const Target*> targets_;
  bool commutative_;
  std::map<std::string, Naming> by_collective_ = {};
};

/// The calls of one collective, with what competes for them on the target.
class Contest {
 public:
  /// Calls in several placements are several calls. Throws Error unless the rows are of one platform.
  Contest(const Target& target, std::string collective, const std::vector<Row>& rows, bool commutative);
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  const std::string& collective() const { return collective_; }
  const std::vector<GridCall>& entries() const { return entries_; }
  const std::vector<RuleOption>& options() const { return options_; }
  std::size_t rows() const { return limits_.size() + 1; }
  Interval processes() const;
  /// The sizes of a row of the grid, with all up to the next.
  Interval sizes(std::size_t first_row, std::size_t last_row) const;
  /// Each way to give calls rules of their own by what the target can ask; the first is to give all the same.
  std::vector<std::vector<CallClass>> partitions() const;
  /// The least mean that rules can have which serve calls that differ in ranks a node alone by one algorithm; 0 where there are none.
  double cost_of_one_for_all_nodes() const;

 private:
  void find_options(const std::vector<Row>& rows);
  void find_limits();
  void judge(GridCall& entry) const;
  double time_of(const RuleOption& option, const GridCall& entry) const;
  /// What the target can ask and calls differ in.
  std::vector<Condition> told_apart() const;
  std::vector<CallClass> classes_by(const std::vector<Condition>& conditions) const;

  const Target& target_;
  std::string collective_;
  std::vector<TargetAlgorithm> named_;
  std::vector<RuleOption> options_;
  std::vector<GridCall> entries_;
  std::vector<std::int64_t> limits_;  ///< where each row but the first begins, in bytes
};

}  // namespace collsim
