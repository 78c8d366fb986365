#pragma once

#include <string>
#include <vector>

namespace collsim {

/// Links that are alike, such as those of a torus that lead up in its first dimension.
struct LinkClass {
  std::string name;  ///< "x up"
  std::vector<int> sides =
      {};  ///< of the torus, each of whose nodes has one, in the order of their numbers; else empty
};

}  // namespace collsim
