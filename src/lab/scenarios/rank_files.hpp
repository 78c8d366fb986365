#pragma once

#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "points/placement.hpp"

namespace collsim {

/// A CSV file with the columns rank and node, maybe core, and a line for each rank: the nodes and cores are a platform's.
/// Throws Error naming the file and the rank.
std::vector<RankPlace> read_places(const std::string& file);
/// Throws Error unless the platform has these nodes and cores, and no two ranks share a core of a node that has enough.
void check_places(const std::vector<RankPlace>& places, const std::string& file, const Platform& platform);

/// Whether a placement or an arrival is a file's name, not a rule's or a pattern's.
bool names_file(const std::string& text);

/// A CSV file with the columns rank and seconds, and a line for each rank: when it came, not below 0. Throws Error
/// likewise.
std::vector<double> read_moments(const std::string& file);

}  // namespace collsim
