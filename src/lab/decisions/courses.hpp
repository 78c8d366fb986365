#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace collsim {

/// The times of two algorithms under the same conditions, in seconds.
struct Duel {
  double first = 0, second = 0;
  std::string trouble = {};  ///< why there are none

  int leader() const;  ///< -1: the first is faster; 1: the second; 0: equal within tie_tolerance
};

/// What to ask: the question's number, and the position on the range of a parameter, from 1 to its span.
struct Query {
  std::size_t question;
  double position;
};
using AskDuels = std::function<std::vector<Duel>(const std::vector<Query>&)>;

/// How two times lie over the range.
struct Course {
  int leader = 0;                    ///< at the least value where they differ
  std::vector<double> changes = {};  ///< positions at which the other becomes the faster
  std::string trouble = {};          ///< why nothing is known
};

/// Looks at positions in a row, each some times the last, and then closes in on every change of the leader between two of
/// them, by secants and bisections in turn, until the times are equal or the position is known to 0.01 %. Secants are
/// taken over the position, or its inverse where the parameter is a rate: times are piecewise linear in that. Two changes
/// between neighbouring positions are not seen.
std::vector<Course> courses(std::size_t questions, double span, bool rate, const AskDuels& ask);

}  // namespace collsim
