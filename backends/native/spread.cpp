#include "backends/native/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/quantile.hpp"

namespace collsim {
namespace {

/// How many samples at either end lie outside the interval between two order statistics that holds the median
/// with 95 % confidence: the largest l with P(at most l - 1 of n samples are below the median) <= 2.5 %, less
/// one; -1 if there is none.
int outside(int n) {
  double probability = std::pow(0.5, n);  // of exactly `below` samples below the median
  double cumulative = 0;
  int below = 0;
  for (; below < n; ++below) {
    cumulative += probability;
    if (cumulative > 0.025) break;
    probability *= static_cast<double>(n - below) / (below + 1);
  }
  return below - 1;
}

}  // namespace

Spread spread(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const double median = quantile(samples, 0.5);
  double precision = std::numeric_limits<double>::infinity();
  if (const int cut = outside(static_cast<int>(samples.size())); cut >= 0) {
    const auto first = static_cast<std::size_t>(cut);
    const double width = samples[samples.size() - 1 - first] - samples[first];
    precision = width > 0 ? width / median : 0;
  }
  return {quantile(samples, 0.25), median, quantile(samples, 0.75), precision};
}

}  // namespace collsim
