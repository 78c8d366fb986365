#pragma once

#include <string>

#include "platforms/quantity.hpp"

namespace collsim {

/// Throws Error with the nearest names unless the root zone of a platform can have a property of this name
/// (platforms/README.md), sources left aside.
void check_property(const std::string& name);

/// Who gives a number its unit.
enum class Units {
  ours,    ///< properties, overrides and ranges: what has a unit bears it, unless it is 0
  simgrid  ///< attributes of a file: numbers without one are in seconds, bytes per second or flop/s, and none stands after a blank
};

/// The value of the number called `name`, a property or an attribute. Throws Error if it is none, too small or too large.
double number_of(const std::string& name, const std::string& text, Units units = Units::ours);

/// What the number is of; none of sizes and counts.
Dimension dimension_of(const std::string& name);

/// Whether the property is text: neither a number nor in need of a source.
bool is_text(const std::string& name);

/// Whether the number is a time, a rate or a size, which a factor can change: neither text nor a count nor a shape.
bool is_measure(const std::string& name);

}  // namespace collsim
