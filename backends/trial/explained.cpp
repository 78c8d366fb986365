#include "backends/trial/explained.hpp"

#include <algorithm>
#include <limits>

#include "backends/trial/rates.hpp"

namespace collsim {

double Explained::begin() const {
  double first = std::numeric_limits<double>::infinity();
  for (const auto& trace : traces)
    if (!trace.empty()) first = std::min(first, trace.front().begin);
  return first;
}

std::function<std::pair<double, double>(int)> undisturbed_work(const Platform& platform, const Point& point) {
  return [platform, point](int rank) {
    const Rates local = rates(platform, point, rank);
    return std::pair(1 / local.combine, 1 / local.copy);
  };
}

}  // namespace collsim
