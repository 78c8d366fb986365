#pragma once

#include <filesystem>
#include <string>

namespace collsim {

/// What a measured ping-pong says of a network, for people and for a platform file: alpha and bandwidth of the
/// line that fits best, and the point that it misses by most. The CSV file has the columns bytes and seconds
/// (half a round trip). Throws Error: a file that cannot be read, a cell that is not a number, points that
/// determine no line.
std::string fit_ping_pong(const std::filesystem::path& csv);

}  // namespace collsim
