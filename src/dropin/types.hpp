#pragma once

#include <mpi.h>

namespace collsim {

/// How a type was made: one of MPI_COMBINER_*, also where MPI_Type_get_envelope refuses it because a constructor with large counts
/// made it. Throws MpiError.
int combiner_of(MPI_Datatype type);
/// What a contiguous or duplicated type is made of, to be freed unless that is named. Throws MpiError.
MPI_Datatype inner_of(MPI_Datatype type);

}  // namespace collsim
