#include "backends/trial/explained.hpp"

#include <algorithm>
#include <limits>

namespace collsim {

double Explained::begin() const {
  double first = std::numeric_limits<double>::infinity();
  for (const auto& trace : traces)
    if (!trace.empty()) first = std::min(first, trace.front().begin);
  return first;
}

}  // namespace collsim
