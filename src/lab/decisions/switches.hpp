#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// Seconds by size in bytes and by the algorithm's label.
using TimesBySize = std::map<std::int64_t, std::map<std::string, double>>;

/// Algorithms among which one switches as vectors grow.
struct SwitchQuestion {
  std::vector<std::string> algorithms;
  std::vector<std::int64_t> sizes;  ///< in bytes: the two ends, and what else is looked at first
  std::function<std::int64_t(std::int64_t bytes)> fitting;  ///< the nearest size that a call may have
  /// The seconds that an algorithm's formula says; nothing without one.
  std::function<std::optional<double>(const std::string& algorithm, std::int64_t bytes)> expected =
      [](const std::string&, std::int64_t) { return std::nullopt; };
};

/// Formulas are taken to say at most so many times too much: of an algorithm that nobody has asked yet, of one whose time at some
/// size is known, and of one that is known at a smaller and a larger size; each on top of what they said too much there.
constexpr double most_over_stranger = 3, most_over_known = 1.5, most_over_between = 1.25;

/// The times of these algorithms at this size are wanted.
struct SizeQuery {
  std::size_t question;
  std::int64_t bytes;
  std::vector<std::string> algorithms;
};
/// Returns each query's seconds by algorithm, without those that have no answer.
using AskSizes = std::function<std::vector<std::map<std::string, double>>(const std::vector<SizeQuery>&)>;

/// Sizes between which the fastest algorithm changes are at most so far apart, as a factor.
constexpr double switch_resolution = 1.05;

/// Looks between sizes until they are at most a factor of 2 apart, and where the fastest algorithm changes
/// `switch_resolution`, or no call has a size between them; then at half and twice each size at which it changes. At each size
/// those are asked first whose formulas promise most, then all others that may be the best or the second there if times grow with
/// the size and formulas are not wrong by more than they are taken to be. Changes within a factor of 2 that
/// undo each other may go unseen. Returns each question's times.
std::vector<TimesBySize> look_for_switches(const std::vector<SwitchQuestion>& questions, const AskSizes& ask);

/// Sizes in a row at which an algorithm is the fastest.
struct Stretch {
  std::string algorithm;  ///< or those that take equally long throughout: "ring = tree"
  std::int64_t from, to;  ///< the first and the last that were looked at, in bytes
  double first, last;     ///< seconds at these
  /// The next best takes so much longer, as a share: where it is nearest and where it is farthest behind, and which that is.
  double least_margin = 0, most_margin = 0;
  std::string second = {};  ///< empty without one
  /// Who begins with this algorithm at half of `from` already, or at twice that size only, loses there against the best, as a
  /// share. Nothing where no time tells.
  std::optional<double> cost_at_half = {}, cost_at_twice = {};
  std::int64_t half = 0, twice = 0;  ///< these sizes
};
/// Gives as few as possible, in the order of the sizes.
std::vector<Stretch> stretches(const SwitchQuestion& question, const TimesBySize& times);

/// Where to switch under one set of conditions.
struct Switches {
  Point conditions;  ///< with any algorithm and size
  std::vector<Stretch> stretches;
};

/// Shows people a line for each stretch.
std::string to_text(const std::vector<Switches>& found);

/// A line for each stretch: the conditions, from_bytes, to_bytes, algorithm, seconds, seconds_at_end, second, least_margin,
/// most_margin, cost_at_half, cost_at_twice.
Cells to_cells(const std::vector<Switches>& found);

}  // namespace collsim
