#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "figures/plots/rows.hpp"

namespace collsim {

/// The number of series that an eye tells apart in one panel.
constexpr std::size_t most_series = 8;

/// The number of panels that a page has room for.
constexpr std::size_t most_panels = 6;

/// What a figure has room for.
struct Few {
  std::vector<FigureRow> rows;
  std::vector<std::string> left_out;  ///< A sentence for each panel's rows that are not all there.
};

/// Gives, of all times that share panels of the figure, the series of at most most_series: of the algorithms that are the fastest at
/// most places (a kind, number of processes and size), and then of those that come nearest to the fastest on average. An algorithm
/// is there with all its overrides, or not at all. Maps have a panel for each series, so that all stay.
Few few_of(const std::string& figure, const std::vector<FigureRow>& rows);

}  // namespace collsim
