#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace collsim {

/// Overrides of a platform: what a number is called and its new value, or a factor such as "x2".
using Changes = std::map<std::string, std::string>;

/// "link.bandwidth=x2,link.latency=1us". Throws DocumentError that begins with the flag.
Changes parse_changes(const std::string& text, const std::string& flag);

/// The number of "x2", which must be above 0. Throws Error.
double parse_factor(const std::string& text);

/// The changes that make these numbers so many times what they are under a platform's overrides.
Changes scaled(const Changes& overrides, const std::vector<std::string>& numbers, double factor);

/// Overrides with others, which replace those of the same name.
Changes replaced(Changes overrides, const Changes& by);

/// Changes to a platform that an answer is compared under with the platform's own.
struct Variant {
  std::string name;  ///< as the user wrote it
  Changes changes;
};

/// The variant that a text such as parse_changes() takes stands for. A factor for a parameter changes it for vectors of
/// all sizes, "copy=x2" also copy@32KiB, and multiplies what the baseline's overrides make of it. Throws Error where the
/// platform has no such number, the value is none for it, or nothing would change.
Variant parse_variant(const std::string& text, const Platform& baseline);

}  // namespace collsim
