#pragma once

#include <filesystem>
#include <string>

namespace collsim {

/// An interactive plot of a run's times, seconds over bytes, or over processes where there is one size: one panel at a
/// time, a line for each series that a figure has room for. `results_csv` as a run writes it, `comparison_csv` with the published
/// times beside it, if there is such a file. Empty where there are no two answered sizes. Throws Error for a file that is not a run's.
std::string chart_of(const std::filesystem::path& results_csv, const std::filesystem::path& comparison_csv);

/// What draws the plots of a page: Dygraphs, inlined, and how collsim asks it.
std::string chart_scripts();

}  // namespace collsim
