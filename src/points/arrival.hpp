#pragma once

#include <string>
#include <vector>

#include "points/listed.hpp"
#include "points/placement.hpp"
#include "points/words.hpp"

namespace collsim {

/// How the moments at which ranks come to a call differ.
///
/// uniform: between 0 and the size; normal: by that standard deviation; exponential: by that mean; one_late_rank and
/// one_late_node: all but one come at once; sorted: in order of rank, evenly over the size; measured: as a file says.
enum class ArrivalPattern {
  none,
  uniform,
  normal,
  exponential,
  one_late_rank,
  one_late_node,
  sorted,
  measured
};
template <>
struct Words<ArrivalPattern> {
  static constexpr const char* together = "arrival pattern";
  static constexpr std::array texts = {"none",          "uniform",       "normal", "exponential",
                                       "one_late_rank", "one_late_node", "sorted", ""};
};

/// When ranks come to the call: the first at 0, the common start.
struct Arrival {
  ArrivalPattern pattern = ArrivalPattern::none;
  double size = 0;        ///< seconds
  bool relative = false;  ///< the size is a multiple of what the call takes if all come at once
  double within =
      1;         ///< the part of the size that differs within a node; the rest is the same for all its ranks
  int seed = 1;  ///< of what is random
  Listed<double> moments{};  ///< of a measured pattern, seconds

  /// "none", "uniform(size=20us)", "normal(size=x0.5;within=0.25;seed=7)". Throws Error.
  static Arrival parse(const std::string& text);
  /// Gives the same with whatever is usual left out, or the file's name; empty for none.
  std::string text() const;

  bool none() const { return pattern == ArrivalPattern::none; }
  /// Every rank comes at one of these times, in seconds; `balanced`: what the call takes if all come at once.
  std::vector<double> times(const Placement& placement, double balanced) const;

  friend auto operator<=>(const Arrival&, const Arrival&) = default;
};

}  // namespace collsim
