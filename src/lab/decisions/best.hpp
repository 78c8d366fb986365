#pragma once

#include <string>
#include <vector>

#include "lab/decisions/robust.hpp"
#include "points/row.hpp"

namespace collsim {

/// Tells people, for each number of processes and range of sizes, the fastest algorithm by simulation or
/// measurement, how much longer the second takes, and by how much the model misses (the worst
/// |model / answer - 1| of all algorithms), and on which numbers that depends, where dependences say so.
std::string best_table(const std::vector<Row>& rows, const Dependences& dependences = {});

}  // namespace collsim
