#include "backends/native/spread.hpp"

#include <algorithm>
#include <limits>

#include "support/median_interval.hpp"
#include "support/quantile.hpp"

namespace collsim {
Spread spread(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const double median = quantile(samples, 0.5);
  double precision = std::numeric_limits<double>::infinity();
  if (const auto interval = median_interval(samples)) {
    const double width = interval->high - interval->low;
    precision = width > 0 ? width / median : 0;
  }
  return {quantile(samples, 0.25), median, quantile(samples, 0.75), precision};
}

}  // namespace collsim
