#pragma once

#include <mpi.h>

#include "models/skew.hpp"

namespace collsim {

/// Seconds of work, the same for all ranks, until they would enter a collective call, and how often.
struct BalancedWork {
  double seconds = 1e-3;
  int repetitions = 200;
};

/// Rank 0: when each rank of `comm` had done its work, of the repetitions that all ranks began on time; maybe fewer than
/// asked for. All ranks call it.
Moments measure_skews(MPI_Comm comm, const BalancedWork& work);

}  // namespace collsim
