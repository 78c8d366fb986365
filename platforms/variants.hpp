#pragma once

#include <map>
#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// Overrides of a platform: what a number is called and its new value, or a factor such as "x2".
using Changes = std::map<std::string, std::string>;

/// "link.bandwidth=x2,link.latency=1us". Throws DocumentError that begins with the flag.
Changes parse_changes(const std::string& text, const std::string& flag);

/// The number of "x2", which must be above 0. Throws Error.
double parse_factor(const std::string& text);

/// Changes to a platform that an answer is compared under with the platform's own.
struct Variant {
  std::string name;  ///< as the user wrote it
  Changes changes;
};

/// The variant that a text such as parse_changes() takes stands for. A factor for a parameter changes it for vectors of
/// all sizes: "copy=x2" also copy@32KiB. Throws Error where the platform has no such number, the value is none for it,
/// or nothing would change.
Variant parse_variant(const std::string& text, const Platform& baseline);

}  // namespace collsim
