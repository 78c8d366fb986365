#include "models/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "support/error.hpp"

namespace collsim {
namespace {

using Points = std::span<const PingPong>;

void check_times(Points points) {
  for (const PingPong& point : points) {
    if (point.bytes < 0)
      throw Error(fmt::format("ping-pong of {} bytes; a message has 0 bytes or more", point.bytes));
    if (!(point.seconds > 0) || std::isinf(point.seconds))
      throw Error(fmt::format("ping-pong of {} bytes took {} s; a fit needs positive times", point.bytes,
                              point.seconds));
  }
}

/// Divided by the time t_i, point i asks for alpha x_i + beta y_i = 1 with x_i = 1 / t_i, y_i = bytes_i / t_i. These are
/// the sums of the normal equations of that.
struct NormalSums {
  double xx = 0, xy = 0, yy = 0, x = 0, y = 0;

  explicit NormalSums(Points points) {
    for (const PingPong& point : points) {
      const double its_x = 1 / point.seconds, its_y = static_cast<double>(point.bytes) / point.seconds;
      xx += its_x * its_x;
      xy += its_x * its_y;
      yy += its_y * its_y;
      x += its_x;
      y += its_y;
    }
  }
  Hockney line() const {
    const double determinant = xx * yy - xy * xy;
    return {.alpha = (x * yy - y * xy) / determinant, .beta = (y * xx - x * xy) / determinant};
  }
};

/// The best of the lines neither part of which is negative.
Hockney rising_line(Points points) {
  const NormalSums sums(points);
  const Hockney line = sums.line();
  const bool flat = std::isfinite(line.beta) && line.beta < 0;
  if (flat || sums.yy == 0) return {.alpha = sums.x / sums.xx, .beta = 0};
  if (points.size() > 1 && line.alpha >= 0) return line;
  return {.alpha = 0, .beta = sums.y / sums.yy};
}

/// How far a line is from its points: the largest relative error, and the sum of their squares.
struct Miss {
  double most = 0, squares = 0;

  Miss(const Hockney& line, Points points) {
    for (const PingPong& point : points) {
      const double error = (line.alpha + static_cast<double>(point.bytes) * line.beta) / point.seconds - 1;
      most = std::max(most, std::abs(error));
      squares += error * error;
    }
  }
};

/// Lines through the first points of a curve.
struct Lines {
  std::size_t number = 0;
  double squares = 0;
  std::size_t last = 0;  ///< point where the last line begins

  auto operator<=>(const Lines&) const = default;
};

bool crosses(Points points, const std::set<std::int64_t>& breaks) {
  const auto next = breaks.upper_bound(points.front().bytes);
  return next != breaks.end() && *next <= points.back().bytes;
}

/// By which factor, as a logarithm, a point is beyond the line through the two before; 0 where that falls.
double jump(Points three) {
  const auto rise = three[1].seconds - three[0].seconds;
  const auto run = static_cast<double>(three[1].bytes - three[0].bytes);
  const double expected =
      three[1].seconds + rise / run * static_cast<double>(three[2].bytes - three[1].bytes);
  return expected > 0 ? std::abs(std::log(three[2].seconds / expected)) : 0;
}

}  // namespace

Hockney fit_hockney(const std::vector<PingPong>& points) {
  check_times(points);
  const bool different =
      std::ranges::any_of(points, [&](const PingPong& point) { return point.bytes != points.front().bytes; });
  if (!different) throw Error("a fit of alpha and beta needs ping-pongs of two different sizes");
  const Hockney line = NormalSums(points).line();
  if (!std::isfinite(line.alpha) || !std::isfinite(line.beta) || line.beta <= 0)
    throw Error(
        "no line alpha + bytes beta with beta > 0 fits the ping-pongs; longer messages should take longer");
  return line;
}

std::vector<FittedStep> fit_steps(const std::vector<PingPong>& points, double within,
                                  const std::set<std::int64_t>& breaks) {
  check_times(points);
  const Points all = points;
  std::vector<Lines> best(points.size() + 1);
  for (std::size_t end = 1; end <= points.size(); ++end) {
    best[end].number = points.size() + 1;
    for (std::size_t begin = 0; begin < end; ++begin) {
      const Points its = all.subspan(begin, end - begin);
      if (crosses(its, breaks)) continue;
      const Miss miss(rising_line(its), its);
      if (its.size() > 1 && miss.most > within) continue;
      best[end] =
          std::min(best[end], Lines{best[begin].number + 1, best[begin].squares + miss.squares, begin});
    }
  }
  std::vector<FittedStep> steps;
  for (std::size_t end = points.size(); end > 0; end = best[end].last) {
    const Points its = all.subspan(best[end].last, end - best[end].last);
    const bool tells_no_rate = its.size() == 1 && best[end].last == 0;
    const Hockney line = tells_no_rate ? Hockney{.alpha = its.front().seconds} : rising_line(its);
    steps.push_back({its.front().bytes, line, Miss(line, its).most});
  }
  std::ranges::reverse(steps);
  return steps;
}

std::optional<std::int64_t> common_jump(const std::vector<std::vector<PingPong>>& curves, std::int64_t from,
                                        double least) {
  std::map<std::int64_t, double> jumps;  // the least of all curves
  for (const auto& curve : curves) {
    bool after_one = false;  // where two points tell no line
    for (std::size_t i = 2; i < curve.size(); ++i) {
      const double its = after_one ? 0 : jump(Points(curve).subspan(i - 2, 3));
      after_one = its >= least;
      if (curve[i].bytes < from) continue;
      const auto place = jumps.emplace(curve[i].bytes, its).first;
      place->second = std::min(place->second, its);
    }
  }
  const auto first = std::ranges::find_if(jumps, [&](const auto& each) { return each.second >= least; });
  if (first == jumps.end()) return {};
  return first->first;
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
