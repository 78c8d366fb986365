#include "plots/palette.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace collsim {
namespace {

/// Their places in the palette are their own.
constexpr std::array at_home = {"recursive_doubling", "rabenseifner", "ring",         "binomial", "bruck",
                                "hierarchical",       "pairwise",     "binary_blocks"};

/// Of "ring(segment_bytes=8192) [link.bandwidth=x2] ppn 4" the algorithm.
std::string algorithm_in(const std::string& series) {
  return series.substr(0, series.find_first_of("( "));
}

/// The places in the order in which algorithms without one of their own take them.
std::vector<std::size_t> places_for_others() {
  std::vector<std::size_t> places(palette.size());
  std::iota(places.begin(), places.end(), 0);
  std::ranges::rotate(places, places.begin() + at_home.size());
  return places;
}

}  // namespace

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
