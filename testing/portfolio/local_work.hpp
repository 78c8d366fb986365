#pragma once

#include <mpi.h>

#include "algorithms/facts/local.hpp"

namespace collsim::testing {

/// A rank's local side where nothing is charged.
class LocalWork final : public Local {
 public:
  double now() override { return MPI_Wtime(); }
};

}  // namespace collsim::testing
