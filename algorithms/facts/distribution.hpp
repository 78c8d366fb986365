#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// How the elements of an irregular collective are shared out among the ranks. Traeff et al., EuroPVM/MPI 2008, name
/// these distributions; what follows in brackets is our reading of spike, half, linear and geometric: `regular` (blocks
/// differ by at most one), `broadcast` (rank 0 has all), `spike` (rank 0 has half, the others share the rest), `half` (the
/// even ranks share all), `linear` (falling by the same amount from rank to rank), `geometric` (each rank has half of what is
/// left, the last rank all of it).
const std::vector<std::string>& distributions();

/// Elements of each rank's block, `count` in all. Throws Error for a name that is not known, and for blocks
/// that an MPI count does not hold.
std::vector<int> distribute(const std::string& distribution, std::int64_t count, int processes);

}  // namespace collsim
