#include "lab/tuner/interpolated.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace collsim {

double distance(const Spot& one, const Spot& other) {
  return std::hypot(one.ranks - other.ranks, one.size - other.size) + (one.power == other.power ? 0 : 1);
}

std::optional<Interpolated::Guess> Interpolated::guess_at(std::size_t call,
                                                          std::optional<std::size_t> without) const {
  constexpr std::ptrdiff_t nearest = 6;
  std::vector<std::pair<double, double>> found;  // distance and value
  for (const Known& known : known_)
    if (known.call != without)
      found.emplace_back(distance((*spots_)[call], (*spots_)[known.call]), known.value);
  if (found.empty()) return std::nullopt;
  const auto end = found.begin() + std::min(nearest, std::ssize(found));
  std::ranges::partial_sort(found, end);
  if (found.front().first == 0) return Guess{found.front().second, 0};
  double weights = 0, sum = 0;
  for (auto each = found.begin(); each != end; ++each) {
    const double weight = 1 / (each->first * each->first);
    weights += weight;
    sum += weight * each->second;
  }
  return Guess{sum / weights, found.front().first};
}

std::vector<double> Interpolated::misses() const {
  std::vector<double> all;
  for (const Known& known : known_)
    if (const auto guess = guess_at(known.call, known.call); guess && guess->distance > 0) {
      const double miss = (known.value - guess->value) / guess->distance;
      all.push_back(miss * miss);
    }
  return all;
}

}  // namespace collsim
