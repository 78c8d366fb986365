#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace collsim {

/// Part `number` of `of` parts of a scenario's points: all of them where nobody divides.
struct Share {
  int number = 1;
  int of = 1;
};

/// Reads "K/N". Throws Error naming the flag.
Share parse_share(const std::string& text);

/// The places of this share's points, ascending. Each place is in one share, which depends on the efforts (seconds) and
/// on the number of shares alone. The longest point goes first, each to the share with the least to do (Graham, SIAM
/// Journal on Applied Mathematics 17, 1969): no share has more than 4/3 of the shortest possible.
std::vector<std::size_t> places_of(const Share& share, const std::vector<double>& efforts);

}  // namespace collsim
