#include "figures/plots/palette.hpp"

#include <algorithm>
#include <optional>

namespace collsim {
namespace {

/// Algorithms whose places in the palette are their own.
constexpr std::array at_home = {"recursive_doubling", "rabenseifner", "ring",         "binomial", "bruck",
                                "hierarchical",       "pairwise",     "binary_blocks"};

/// Of "ring(segment_bytes=8192) [link.bandwidth=x2] ppn 4" the algorithm.
std::string algorithm_in(const std::string& series) {
  return series.substr(0, series.find_first_of("( "));
}

/// The places that others take, the darkest first; only then those at home whose algorithms are not there.
constexpr std::array<std::size_t, palette.size()> for_others = {8, 10, 11, 9, 12, 0, 1, 2, 3, 4, 5, 6, 7};

std::vector<std::size_t> places_for_others() {
  return {for_others.begin(), for_others.end()};
}

}  // namespace

bool has_own_colour(const std::string& algorithm) {
  return std::ranges::find(at_home, algorithm_in(algorithm)) != at_home.end();
}

std::vector<std::size_t> colours_of(const std::vector<std::string>& series) {
  std::vector<std::size_t> left = places_for_others();
  std::vector<std::optional<std::size_t>> found(series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto home = std::ranges::find(at_home, algorithm_in(series[i]));
    if (home != at_home.end() && std::erase(left, static_cast<std::size_t>(home - at_home.begin())) > 0)
      found[i] = home - at_home.begin();
  }
  for (auto& place : found) {
    if (place) continue;
    if (left.empty()) left = places_for_others();
    place = left.front();
    left.erase(left.begin());
  }
  std::vector<std::size_t> places;
  for (const auto& place : found) places.push_back(*place);
  return places;
}

}  // namespace collsim
