#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/tuner/interpolated.hpp"
#include "points/row.hpp"

namespace collsim {

/// A logarithm that is expected, and the standard deviation of what that may be off.
struct Expected {
  double mean = 0, off = 0;
};

/// One of those that compete for a call. Times are natural logarithms of seconds.
struct Rival {
  std::size_t point = 0;      ///< of the grid
  std::size_t algorithm = 0;  ///< its number among those of ExpectedTimes
  double formula = 0;
  std::vector<std::size_t> targets = {};
  bool at_once = false;  ///< it posts several messages at once, of which its formula has one after the other
  std::optional<double> answer = {};
  bool failed = false;
  Expected time = {};  ///< by what was learnt

  bool is_for(std::size_t target) const;
};

/// Calls that differ in processes and size only, and what those that compete for them are expected to take: whoever was not asked is as far
/// from his formula as where he was asked nearest to it. How far that may be wrong, answers tell each other.
class ExpectedTimes {
 public:
  /// `race`: of the rival's point.
  void add(const Point& race, const std::string& algorithm, Rival rival);
  void hear(std::size_t point, const Outcome& outcome);
  /// Says anew what is expected, by all that was heard.
  void learn();

  std::size_t points() const { return places_.size(); }
  bool has(std::size_t point) const { return places_.contains(point); }
  const Rival& rival(std::size_t point) const;
  std::size_t call_of(std::size_t point) const { return places_.at(point).first; }
  /// The rivals of all calls, by the number of the call.
  const std::vector<std::vector<Rival>>& calls() const { return rivals_; }
  const Point& race(std::size_t call) const { return races_[call]; }
  const Spot& spot(std::size_t call) const { return spots_[call]; }

  /// Tells by how much the time of `one` is more than that of `other`. Two that were asked at the same calls tell how far they are from each other:
  /// what is off for both alike does not matter.
  Expected difference(std::size_t call, const Rival& one, const Rival& other);

 private:
  /// Tells by how much one time is farther from its formula than another.
  struct Pair {
    Interpolated ratio;
    double slope = 0;
  };
  Expected expected(std::size_t call, const Rival& rival) const;
  const Pair& pair_of(const Rival& one, const Rival& other);

  std::map<Point, std::size_t> calls_by_race_;
  std::map<std::string, std::size_t> algorithms_;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> places_;  ///< call and rival, by point
  std::vector<Point> races_;
  std::vector<Spot> spots_;
  std::vector<std::vector<Rival>> rivals_;
  std::vector<Interpolated> ratios_;  ///< answers over formulas, by algorithm
  std::vector<double> slopes_;
  double pooled_ = 0;
  bool learnt_ = false;  ///< all that was heard
  std::map<std::pair<std::size_t, std::size_t>, Pair> pairs_;
};

}  // namespace collsim
