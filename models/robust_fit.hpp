#pragma once

#include <functional>
#include <vector>

namespace collsim {

/// How far each sample is off at these parameters: logarithms of predicted over measured.
using Residuals = std::function<std::vector<double>(const std::vector<double>& parameters)>;

/// The parameters near `start` with the least sum of absolute residuals, so that half of the samples decide and not the
/// worst: Levenberg's steps on squares that are weighted by the last step's residuals. Parameters that no residual
/// depends on stay. The same samples give the same bits in whatever order they come.
std::vector<double> robust_fit(const Residuals& residuals, std::vector<double> start);

}  // namespace collsim
