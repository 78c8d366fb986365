#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// What tells series and algorithms apart, as 0xRRGGBB. Any two differ for the
/// colour-blind, too, on patches of a legend's size, and none looks like the grey of formulas (palette_test.cpp).
constexpr std::array<std::uint32_t, 13> palette = {0x0072B2, 0xD55E00, 0x00A055, 0x882255, 0xE69F00,
                                                   0x56B4E9, 0x3333AA, 0x99DD66, 0x661177, 0xAABB88,
                                                   0x005500, 0x8888FF, 0xEEBBCC};
constexpr std::uint32_t grey_of_formulas = 0x808080;

/// What ranks do in time lines, in the order of Activity (models/activity.hpp).
constexpr std::array<std::uint32_t, 6> activity_colours = {0xD95F02, 0xE6AB02, 0x1B9E77,
                                                           0x7570B3, 0x386CB0, 0xDDDDDD};

/// A place in the palette for each of a picture's series, in their order; no two share one while there is one left. The
/// algorithms that most pictures show have the same place in all of them, whatever else is there.
std::vector<std::size_t> colours_of(const std::vector<std::string>& series);
/// Whether the algorithm is one that most pictures show.
bool has_own_colour(const std::string& algorithm);

}  // namespace collsim
