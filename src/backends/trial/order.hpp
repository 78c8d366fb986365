#pragma once

#include <cstdint>
#include <string>

namespace collsim {

/// How ranks combine: an expression of their elements, "{[(a+b)+(c+d)] + [(e+f)+g]} + h", where a is rank 0's (or "0", where
/// ranks are more than letters; where a+b is b+a, the lowest rank comes first), and how many elements of all ranks' results it makes.
struct Order {
  std::string expression;
  std::int64_t elements;
  bool operator==(const Order&) const = default;
};

}  // namespace collsim
