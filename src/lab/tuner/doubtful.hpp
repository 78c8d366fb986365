#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "lab/tuner/search.hpp"
#include "points/row.hpp"

namespace collsim {

/// Simulations are taken to be off by so much of a time: whoever is within that of the fastest may be the fastest.
constexpr double model_error = 0.2;

/// Gives the numbers of the rows of each race with several algorithms that may be the fastest for some target.
std::vector<std::vector<std::size_t>> doubtful_races(const std::vector<Row>& rows, const TargetsOf& targets);

/// Measured seconds, by the number of the row, are answers, in the place of simulated or expected ones. Who was not measured in a race that
/// others were measured in is expected to be as far from the fastest of these as before. Returns in how many races the measured have
/// another fastest one.
std::size_t believe(const std::map<std::size_t, double>& measured, Searched& found);

}  // namespace collsim
