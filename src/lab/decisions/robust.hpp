#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/variants.hpp"
#include "points/row.hpp"

namespace collsim {

/// One end of the range of a number of the platform, for vectors of all sizes.
struct RangeEnd {
  std::string number;  ///< "copy", also of copy@1MiB
  Changes changes;     ///< as the file states them
  double most =
      1;  ///< a number is at most so many times, or a so manieth of, what it was: and so is any time
};

/// Gives both ends of every range that the platform's file states (range.NAME), where the number is not there already.
std::vector<RangeEnd> range_ends(const Platform& platform);

/// How long it takes at most, in seconds of one core as forecast, to ask whether choices among these points depend on ranges.
double most_effort(const std::vector<Point>& points, const Platform& platform);

/// Numbers on which it depends who is the fastest in a race: at an end of their range another one is.
struct Dependence {
  std::vector<std::string> numbers = {};
  bool open = false;  ///< of some number nobody could say whether

  bool robust() const { return numbers.empty() && !open; }
  /// "yes", "unknown", or "send_overhead copy".
  std::string text() const;
  /// What the other depends on as well.
  void add(const Dependence& other);
};

/// Dependences by race().
using Dependences = std::map<Point, Dependence>;

/// Another algorithm makes a choice worth a measurement where it is faster by more than this share.
constexpr double worth_measuring = 0.05;

/// Seconds of points; nothing for those without an answer.
using AskSeconds = std::function<std::vector<std::optional<double>>(const std::vector<Point>&)>;

/// Judges the races among these rows of one platform that have two simulated or predicted times or more. Each number moves
/// alone, to either end of its range. Formulas say by how many times a time changes; where they leave it open, whoever answered
/// is asked again, as far as that is to take no longer than the rows (backends that answer_variants()). Nothing where the
/// platform's file states no range.
Dependences dependences(const std::vector<Row>& rows, const Platform& platform, const AskSeconds& ask);

/// Says on what the fastest row of each race depends.
Column dependence_column(const std::vector<Row>& rows, const Dependences& dependences);

/// Tells people how many choices are robust, and on which numbers the others depend.
std::string to_text(const Dependences& dependences, const Platform& platform);

/// A line per race: what was asked, `robust`.
Cells to_cells(const Dependences& dependences);

}  // namespace collsim
