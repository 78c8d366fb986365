#include "models/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/error.hpp"

namespace collsim {
namespace {

void check(const std::vector<PingPong>& points) {
  for (const PingPong& point : points) {
    if (point.bytes < 0)
      throw Error(fmt::format("ping-pong of {} bytes; a message has 0 bytes or more", point.bytes));
    if (!(point.seconds > 0) || std::isinf(point.seconds))
      throw Error(fmt::format("ping-pong of {} bytes took {} s; a fit needs positive times", point.bytes,
                              point.seconds));
  }
  const bool different = std::any_of(points.begin(), points.end(), [&](const PingPong& point) {
    return point.bytes != points.front().bytes;
  });
  if (!different) throw Error("a fit of alpha and beta needs ping-pongs of two different sizes");
}

}  // namespace

Hockney fit_hockney(const std::vector<PingPong>& points) {
  check(points);
  // Divided by the time t_i, point i asks for alpha x_i + beta y_i = 1 with x_i = 1 / t_i, y_i = bytes_i /
  // t_i. These are the sums of the normal equations of that.
  double xx = 0;
  double xy = 0;
  double yy = 0;
  double x_sum = 0;
  double y_sum = 0;
  for (const PingPong& point : points) {
    const double x = 1 / point.seconds;
    const double y = static_cast<double>(point.bytes) / point.seconds;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    x_sum += x;
    y_sum += y;
  }
  const double determinant = xx * yy - xy * xy;
  const Hockney line{.alpha = (x_sum * yy - y_sum * xy) / determinant,
                     .beta = (y_sum * xx - x_sum * xy) / determinant};
  if (!std::isfinite(line.alpha) || !std::isfinite(line.beta) || line.beta <= 0)
    throw Error(
        "no line alpha + bytes beta with beta > 0 fits the ping-pongs; longer messages should take longer");
  return line;
}

std::map<std::int64_t, double> latency_factors(const std::vector<PingPong>& points, double software,
                                               double bandwidth, std::int64_t longest) {
  std::map<std::int64_t, double> factors;
  const double least = points.front().seconds - software;
  std::int64_t shorter = points.front().bytes;
  for (const auto& [bytes, seconds] : points) {
    if (bytes <= shorter || bytes > longest || least <= 0) continue;
    const double beyond = seconds - software - static_cast<double>(bytes) / bandwidth;
    const auto middle = std::llround(std::sqrt(static_cast<double>(shorter) * static_cast<double>(bytes)));
    factors[middle] = std::max(1.0, beyond / least);
    shorter = bytes;
  }
  return factors;
}

}  // namespace collsim
