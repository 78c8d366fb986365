#pragma once

#include <string>

namespace collsim {

/// Throws Error with the nearest names unless the root zone of a platform can have a property of this name
/// (platforms/README.md), sources left aside.
void check_property(const std::string& name);

/// The value of the number called `name`, a property or an attribute. Throws Error if it is none, too small or too large.
double number_of(const std::string& name, const std::string& text);

/// Whether the property is text: neither a number nor in need of a source.
bool is_text(const std::string& name);

/// Whether the number is a time, a rate or a size, which a factor can change: neither text nor a count nor a shape.
bool is_measure(const std::string& name);

}  // namespace collsim
