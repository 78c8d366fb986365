#pragma once

#include <mpi.h>

#include "models/skew.hpp"

namespace collsim {

/// Rank 0: when each rank of `comm` had done its work, of the repetitions that all ranks began on time; maybe fewer than
/// asked for. All ranks call it.
Moments measure_skews(MPI_Comm comm, const BalancedWork& work);

}  // namespace collsim
