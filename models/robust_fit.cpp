#include "models/robust_fit.hpp"

#include <algorithm>
#include <cmath>

namespace collsim {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr double derivative_step = 0.02;  ///< of a derivative
constexpr double smooth = 0.03;           ///< residuals below count as squares
constexpr double farthest = 0.7;          ///< a derivative_step's change of a parameter
constexpr double stay = 1e-3;             ///< weight of not moving, against that of all samples together
constexpr int most_steps = 40;

double size(double residual) {
  return std::sqrt(residual * residual + smooth * smooth);
}

/// Sorted, so that their sum does not depend on their order.
double sum(Vector values) {
  std::ranges::sort(values);
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

double badness(const Vector& residuals) {
  Vector sizes;
  for (const double residual : residuals) sizes.push_back(size(residual));
  return sum(std::move(sizes));
}

/// Solves a symmetric, positive definite system.
Vector solve(Matrix a, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = a[j][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

/// Derivatives of all residuals, by parameter.
Matrix derivatives(const Residuals& residuals, const Vector& at, const Vector& here) {
  Matrix all;
  for (std::size_t i = 0; i < at.size(); ++i) {
    Vector moved = at;
    moved[i] += derivative_step;
    Vector there = residuals(moved);
    for (std::size_t sample = 0; sample < there.size(); ++sample)
      there[sample] = (there[sample] - here[sample]) / derivative_step;
    all.push_back(std::move(there));
  }
  return all;
}

Vector step_from(const Matrix& slopes, const Vector& here, double damping) {
  const std::size_t n = slopes.size();
  const auto weighted = [&](const Vector& one, const Vector& other) {
    Vector products;
    for (std::size_t sample = 0; sample < here.size(); ++sample)
      products.push_back(one[sample] * other[sample] / size(here[sample]));
    return sum(std::move(products));
  };
  Matrix a(n, Vector(n));
  Vector b(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a[i][j] = weighted(slopes[i], slopes[j]);
    a[i][i] += damping * a[i][i] + stay * static_cast<double>(here.size());
    b[i] = -weighted(slopes[i], here);
  }
  Vector found = solve(std::move(a), std::move(b));
  for (double& change : found) change = std::clamp(change, -farthest, farthest);
  return found;
}

}  // namespace

std::vector<double> robust_fit(const Residuals& residuals, std::vector<double> start) {
  Vector here = residuals(start);
  double damping = 1e-2;
  for (int tries = 0; tries < most_steps && damping < 1e6;) {
    const Matrix slopes = derivatives(residuals, start, here);
    for (bool better = false; !better && tries < most_steps && damping < 1e6; ++tries) {
      Vector next = start;
      const Vector change = step_from(slopes, here, damping);
      for (std::size_t i = 0; i < next.size(); ++i) next[i] += change[i];
      Vector there = residuals(next);
      better = badness(there) < badness(here) * (1 - 1e-4);
      damping *= better ? 0.3 : 5;
      if (!better) continue;
      start = std::move(next);
      here = std::move(there);
    }
  }
  return start;
}

}  // namespace collsim
