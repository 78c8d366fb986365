#pragma once

#include <string>
#include <vector>

#include "platforms/parameters.hpp"
#include "platforms/variants.hpp"

namespace collsim {

/// Values of a parameter between two ends, by how many times the least of them they are: a position, from 1 to `span`.
struct ParameterRange {
  Parameter parameter;
  std::string from;        ///< a factor of what the platform has, "x0.01", or a value, "100ns"
  double span;             ///< above 1
  Changes overrides = {};  ///< of the baseline

  bool relative() const { return from.starts_with("x"); }
  /// The baseline's overrides with the parameter changed.
  Changes changes(double position) const;
  /// What the parameter is there: "x2.31" or "231ns".
  std::string value(double position) const;
  /// "x2.31 (1.155 us)", or "231 ns".
  std::string text(double position) const;
};

/// The ends of values or factors of a number, "100ns..10us" or "x0.5..x2".
struct Ends {
  std::string first, last;
  double span;  ///< how many times the first the last one is, above 1

  bool relative() const { return first.starts_with("x"); }
};

/// Throws Error.
Ends parse_ends(const std::string& name, const std::string& text);

/// Throws Error unless the property `range.NAME` of a file may say so of a number with these values, which must lie between
/// the ends.
void check_stated_range(const std::string& name, const std::string& values, const std::string& text);

/// What the platform's file says of numbers that are not known well, its properties `range.NAME`, as changes to either end:
/// "send_overhead=0.15us", "send_overhead=0.6us". No end that is the value itself.
std::vector<std::string> stated_changes(const Platform& platform);

/// "link.latency=x0.5..x8" or "link.latency=100ns..10us"; without ends a hundredth to a hundred times the platform's
/// value. Throws Error where the platform has no such parameter, an end is none of its values, or the parameter is 0 and
/// has a factor.
ParameterRange parse_range(const std::string& text, const Platform& baseline);

}  // namespace collsim
