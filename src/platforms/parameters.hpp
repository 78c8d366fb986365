#pragma once

#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace collsim {

/// What of a platform a factor can change: a time, a rate or a size.
struct Parameter {
  std::string name;  ///< "link.latency", "copy"
  std::vector<std::string>
      numbers;        ///< as overrides name them: "copy" and "copy@32KiB", for vectors from a size on
  std::string value;  ///< of the first of them; where links differ all values, "500ns, 60ns"
  bool zero = false;  ///< all of it is 0, and no factor changes it

  bool is_rate() const;  ///< bytes per second: time falls as it grows
  bool is_time() const;
};

/// A platform has these parameters, overrides applied, by name.
std::vector<Parameter> parameters(const Platform& platform);
/// Gives the parameters of a platform that a factor changes.
std::vector<Parameter> nonzero_parameters(const Platform& platform);

/// Throws Error with the nearest names.
Parameter parameter(const Platform& platform, const std::string& name);

}  // namespace collsim
