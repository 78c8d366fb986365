#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "lab/tuner/terms.hpp"
#include "points/row.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

struct Searched;

/// A rule, and why it is one.
struct TunedRule {
  Rule rule;
  std::string unless =
      {};  ///< "even, else ring": what else it runs, where rules cannot ask for the number of ranks
  std::size_t calls = 0;  ///< of the grid that it takes
  double mean = 0,
         worst = 0;  ///< by how much longer they take than with the best that the target has, as shares
  std::string second =
      {};  ///< the algorithm with the next least mean over these calls, as the target names it
  double second_mean = 0, second_worst = 0;
  /// The call at which the rule saves most over that one, and what either takes there.
  Point example = {};
  double seconds = 0, second_seconds = 0;
  std::string terms = {};  ///< what decides there, by their formulas

  /// Whether the calls stay with the library's own choice.
  bool is_own_choice() const { return rule.theirs == fixed_decision; }
  std::string algorithm() const;  ///< for people
};

/// What so many rules or fewer cost, before more calls are left to the library's own choice: of fewer than keep the mean within its
/// bound, the least that these can; of more, the least that keep the worst where it is.
struct CurvePoint {
  std::size_t rules;       ///< with those for the library's own choice
  std::size_t own_choice;  ///< of the list, how many these are
  double mean, worst;
};

/// A call, and what rules run there.
struct ServedCall {
  Point at;                ///< the race: without an algorithm
  std::string runs;        ///< as a label
  std::string other = {};  ///< the fastest else that the target has there; empty: nothing
  double seconds = 0, other_seconds = std::numeric_limits<double>::infinity();

  double regret() const;
};

/// The rules of a collective for a target.
struct TunedCollective {
  std::string collective;
  /// The list; none where the target has no algorithm that serves every call. Where its own choice is known, it keeps the calls in which it loses
  /// no more than the bounds.
  std::vector<TunedRule> rules = {};
  double mean = 0, ninetieth = 0,
         worst = 0;  ///< of all calls, over the best that the target has; the second is a percentile
  double beyond =
      0;  ///< mean share by which the target's best, or its own choice where rules gain too little, takes longer than the best of all that competed
  double one_for_all_nodes =
      0;  ///< mean share that is lost at least because the target cannot ask how many ranks share a node
  bool within = true;           ///< the bounds hold
  bool has_own_choice = false;  ///< that of the library competes
  std::optional<std::size_t> fewest_for_worst =
      {};  ///< where the worst is beyond its bound: how many rules would keep it, those for the own choice counted; nothing: none do
  double least_worst = 0;  ///< what a rule for every cell would leave
  std::vector<CurvePoint> curve = {};
  std::vector<ServedCall> served =
      {};  ///< each call, and once more where another number of ranks beside it runs something else

  /// How many rules there are without those that leave calls to the library's own choice.
  std::size_t number_of_rules() const;
};

/// What is asked of rules.
struct TuningBounds {
  std::size_t rules = 12;  ///< at most, of a collective, those for the library's own choice counted
  double mean = 0.02;      ///< of the calls' regrets, at most
  double worst = 0.1;      ///< the largest of them, at most, where so few rules can keep it
  double gain =
      0;  ///< what a rule must gain at each of its calls over the library's own choice where that is known
  bool commutative = false;  ///< no operator is used that does not commute
};

/// The fewest rules within the bounds, else the best within their number, for each collective among the rows, all of which answer by
/// one backend. Rules hold from the least to the largest number of processes among the rows. `terms`: for reasons in seconds.
std::vector<TunedCollective> tune(const Target& target, const std::vector<Row>& rows,
                                  const TuningBounds& bounds, const TermsOf& terms = {});

/// What the rules that tune() finds run at each call, without why. Takes a fraction of its time.
std::vector<ServedCall> served_calls(const Target& target, const std::vector<Row>& rows,
                                     const TuningBounds& bounds);

/// Gives all rules, in their order, but of collectives that the library's own choice keeps whole.
Rules rules_of(const std::vector<TunedCollective>& tuned, const std::string& source);

/// Tells people a table of rules with why, a curve, and what stands in the way of less regret. `partly`: where the rows are from, if
/// not all were asked.
std::string to_text(const Target& target, const std::vector<TunedCollective>& tuned,
                    const TuningBounds& bounds, const Searched* partly = nullptr);

/// A line a rule; their numbers begin with 1: target,collective,rule,processes,bytes,only,algorithm,theirs,calls,mean,worst,second,
/// second_mean,second_worst,p,n,seconds,second_seconds,terms.
Cells to_cells(const Target& target, const std::vector<TunedCollective>& tuned);
/// A line a number of rules: target,collective,rules,own_choice,mean,worst.
Cells curve_cells(const Target& target, const std::vector<TunedCollective>& tuned);

}  // namespace collsim
