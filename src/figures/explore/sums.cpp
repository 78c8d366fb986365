#include "figures/explore/sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace collsim {
namespace {

constexpr double rounding = 1e-13;  // of times that add a few hundred stages

/// Which place differs from the first in this variable alone.
std::size_t moved(const std::vector<std::vector<double>>& variables, std::size_t which) {
  const auto place = std::ranges::find_if(variables, [&](std::vector<double> other) {
    if (other[which] == variables.front()[which]) return false;
    other[which] = variables.front()[which];
    return other == variables.front();
  });
  return static_cast<std::size_t>(place - variables.begin());
}

}  // namespace

std::vector<double> as_few_numbers(const std::vector<double>& times,
                                   const std::vector<std::vector<double>>& variables) {
  const std::vector<double>& first = variables.front();
  std::vector<double> sum = {times.front()};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::size_t other = moved(variables, i);
    sum.push_back((times[other] - times.front()) / (variables[other][i] - first[i]));
    sum.front() -= sum.back() * first[i];
  }
  for (std::size_t place = 0; place < times.size(); ++place) {
    const double all = std::inner_product(sum.begin() + 1, sum.end(), variables[place].begin(), sum.front());
    if (std::abs(all - times[place]) > rounding * times[place]) return times;
  }
  return sum;
}

}  // namespace collsim
