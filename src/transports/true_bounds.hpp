#pragma once

#include <mpi.h>

namespace collsim {

/// Where the data of an element of a type begin, and how far they reach, whatever bounds the type was given.
struct TrueBounds {
  MPI_Aint lower_bound, extent;
};

/// Each MPI has its own source. Throws MpiError.
TrueBounds true_bounds(MPI_Datatype type);

}  // namespace collsim
