#include "lab/scenarios/share.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <sstream>
#include <utility>

#include "support/error.hpp"

namespace collsim {

Share parse_share(const std::string& text) {
  Share share;
  char slash = 0;
  std::istringstream stream(text);
  if (stream >> share.number >> slash >> share.of &&
      stream.peek() == std::istringstream::traits_type::eof() && slash == '/' && share.number >= 1 &&
      share.number <= share.of)
    return share;
  throw Error("--shard is '" + text + "'; right would be K/N with K from 1 to N, as in 3/8");
}

std::vector<std::size_t> places_of(const Share& share, const std::vector<double>& efforts) {
  constexpr double handling =
      1e-3;  // seconds that a point takes besides its answer: a fork, a line of the store
  std::vector<std::size_t> order(efforts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return efforts[a] > efforts[b]; });
  using Load = std::pair<double, int>;  // seconds, number of the share
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (int number = 1; number <= share.of; ++number) loads.emplace(0, number);
  std::vector<std::size_t> mine;
  for (const std::size_t place : order) {
    const auto [seconds, number] = loads.top();
    loads.pop();
    loads.emplace(seconds + efforts[place] + handling, number);
    if (number == share.number) mine.push_back(place);
  }
  std::sort(mine.begin(), mine.end());
  return mine;
}

}  // namespace collsim
