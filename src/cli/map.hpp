#pragma once

#include <filesystem>
#include <vector>

#include "decisions/robust.hpp"
#include "points/row.hpp"
#include "scenarios/scenario.hpp"

namespace collsim {

/// `collsim map`: prints who wins at each (p, n) by each backend, on which numbers that depends, and how far backends
/// agree, draws it (map.svg, map.png) and writes map.csv and map.json into the folder. Throws Error where a place has two
/// answers of one algorithm.
void present_map(Scenario& scenario, const std::vector<Row>& rows, const std::filesystem::path& folder,
                 const Dependences& dependences);

}  // namespace collsim
