#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "platforms/property.hpp"

namespace collsim {

/// What a number is on the machines of platforms/ that are calibrated: their median, and how far they spread.
struct Typical {
  std::string value;  ///< as files write it
  std::string range;  ///< the least and the most of these machines' values and ranges; empty: has none
  std::vector<std::string> machines;  ///< whose files say it
  bool usual = false;                 ///< most calibrated machines say it

  /// "assumed: median of A and B"
  std::string source() const;
};

/// Gives them by the names that files use, attributes and settings included; machines called `left_out` are not looked at, because what
/// came from a machine must not judge it. Latencies of links are those of the smallest messages, and `smpi/lat-factor` is
/// by how much more larger ones have. What no calibrated machine says is that of the others.
const std::map<std::string, Typical>& typical_numbers(const std::set<std::string>& left_out = {});

/// Gives one of these numbers. Throws Error where no machine says it.
const Typical& typical(const std::string& number, const std::set<std::string>& left_out = {});

/// A value of a property in SI units, as files write it: "60ns", "12.5GBps".
std::string written(const Property& property, double value);

}  // namespace collsim
