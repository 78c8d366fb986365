#pragma once

#include <string>
#include <vector>

#include "lab/decisions/winner_map.hpp"

namespace collsim {

/// Draws maps of winners below one another, the backends side by side, as draw() of plots/figure.hpp draws
/// figures.
std::vector<std::string> draw_maps(const std::vector<WinnerMap>& maps, const std::string& source,
                                   const std::string& output_prefix, const std::string& title);

/// What plots/map.gp reads, as it describes it.
std::string map_rows(const std::vector<WinnerMap>& maps);

}  // namespace collsim
