#pragma once

#include <string>
#include <vector>

#include "lab/decisions/courses.hpp"
#include "platforms/parameter_range.hpp"
#include "points/row.hpp"

namespace collsim {

/// Two algorithms, by their labels.
struct Rivals {
  std::string first, second;
  const std::string& faster(int leader) const { return leader < 0 ? first : second; }
};

/// A point of each, alike in all else.
struct RivalPoints {
  Point first, second;
};

/// Questions stand in the order of the first one's points. Throws Error where no point of one has one of the other beside it.
std::vector<RivalPoints> questions_of(const std::vector<Point>& points, const Rivals& rivals);

/// How the times of two algorithms lie as a parameter of the platform grows.
struct Crossings {
  Rivals rivals;
  ParameterRange range;
  std::vector<RivalPoints> questions;
  std::vector<Course> courses;  ///< one per question

  /// Throws Error if neither algorithm ever overtakes the other.
  void check() const;
};

/// Tells people, a line per question, "ring until x2.31 (1.155 us), then tree".
std::string to_text(const Crossings& found);

/// A line per change: the point of the first, `rival`, `parameter`, `value` and `then_faster`.
Cells to_cells(const Crossings& found);

}  // namespace collsim
