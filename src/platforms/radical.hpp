#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// Numbers in a row in the names of a cluster's hosts.
struct Radicals {
  int first, count;
};

/// The runs of a radical such as "0-63,70", in order. Throws Error, also beyond largest_platform.
std::vector<Radicals> read_radicals(const std::string& text);

/// Hosts of a platform, per kind: 16 for each of as many ranks as a scenario may have. SimGrid makes an object of each.
constexpr std::int64_t largest_platform = std::int64_t{1} << 24;

}  // namespace collsim
