#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/pattern.hpp"

namespace collsim {

/// A header and a line for each: pattern,ranks,bytes,seconds,low,high,repetitions.
std::string to_csv(const std::vector<PatternTime>& times);

/// Throws Error: unreadable, no such column, a cell that is no number or no positive one.
std::vector<PatternTime> read_patterns(const std::filesystem::path& csv);

/// Distance of the quartiles over the median.
double spread_of(const PatternTime& row);
/// Half the 95 % interval of the median, over it (McGill, Tukey and Larsen, Variations of box plots, 1978).
double uncertainty(const PatternTime& row);
/// The relative interval of a median that is known within a factor of three.
inline constexpr double most_uncertain = 0.5;

/// Empty, or why patterns of ranks on these hosts would be told of no kind of link: some share a host, and others do not.
std::string why_mixed(const std::vector<std::string>& host_of_rank);

}  // namespace collsim
