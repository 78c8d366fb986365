#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "lab/tuner/contest.hpp"
#include "lab/tuner/limits.hpp"
#include "lab/tuner/tuned.hpp"

namespace collsim {

/// The calls that a piece takes.
std::vector<const GridCall*> taken(const Piece& piece, const CallClass& calls);

/// Rules of one collective, by the classes of a partition of calls.
struct CollectiveRules : Toll {
  ClassPieces pieces = {};

  void add(const CollectiveRules& other);
};

/// Finds the rules of a contest.
class ListFinder {
 public:
  /// All of these must outlive the object, and the object must outlive what it finds. The contest has calls and options.
  ListFinder(const Target& target, const Contest& contest, const TuningBounds& bounds);
  ListFinder(const ListFinder&) = delete;
  ListFinder& operator=(const ListFinder&) = delete;

  std::size_t most() const { return most_; }
  /// The fewest rules within the bounds, at most `most()`. Where the worst regret cannot be kept, the fewest that keep the mean and one that
  /// is larger, by as little as steps of a tenth tell; where the mean cannot be kept, the list of least mean. Empty where none serves every call.
  CollectiveRules best() const { return chosen(most_); }
  /// Gives the list that is chosen of those for so many rules; of more than the best has, one that keeps the worst where that has it.
  CollectiveRules of_so_many(const CollectiveRules& best, std::size_t rules) const;
  /// The list without rules for calls in which the library's own choice loses no more than the bounds, those that gain least over it
  /// first, as long as the whole list keeps the bound of the mean.
  CollectiveRules with_own_choice(CollectiveRules list) const;

  std::optional<std::size_t> fewest_rules_within(double cap) const;
  /// What a rule for every cell would leave.
  double least_worst_of_any() const;
  double mean(const CollectiveRules& list) const { return list.sum / number_of_calls(); }
  /// Whether rules may not ask for sizes.
  bool whole() const { return !target_.asks_bytes(contest_.collective()); }

 private:
  /// Lists by the number of their rules less one.
  using ByLength = std::vector<CollectiveRules>;

  static void keep_the_better(CollectiveRules& current, const CollectiveRules& other);
  static ByLength joined(const ByLength& one, const ByLength& other);
  static void join_neighbours(std::size_t choice, ClassPieces& pieces);

  double number_of_calls() const { return static_cast<double>(contest_.entries().size()); }
  RegretGrid grid(const CallClass& calls) const;
  bool fits(const CollectiveRules& list) const { return !list.pieces.empty() && mean(list) <= bounds_.mean; }
  CollectiveRules chosen(std::size_t most) const;
  ByLength lists_of(const CallClass& calls, double cap) const;
  ByLength lists(double cap) const;
  /// The lists with no regret above the cap of a step.
  const ByLength& capped(int step) const;
  double cap_of(int step) const;

  const Target& target_;
  const Contest& contest_;
  const TuningBounds& bounds_;
  std::vector<std::vector<CallClass>> partitions_;
  std::size_t most_;
  ByLength free_;                                ///< without a cap
  mutable std::map<int, ByLength> capped_ = {};  ///< by the step of the cap
};

}  // namespace collsim
