#pragma once

#include <vector>

namespace collsim {

/// The number by which the operating system knows the memory domain of all those processors, as hwloc tells; -1: they are of several,
/// of none, or those of a simulation.
int memory_domain(const std::vector<int>& processors);

}  // namespace collsim
