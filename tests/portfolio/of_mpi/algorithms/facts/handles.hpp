#pragma once

#include <mpi.h>

/// Stands for the header of this path where algorithms are programs against another <mpi.h>: its handles.
namespace collsim {
using Datatype = MPI_Datatype;
using Op = MPI_Op;
using Aint = MPI_Aint;

inline void* const mpi_in_place = MPI_IN_PLACE;
inline const Datatype mpi_int = MPI_INT;
inline const Datatype mpi_byte = MPI_BYTE;
inline const Datatype mpi_int64 = MPI_INT64_T;
inline const Op mpi_no_op = MPI_OP_NULL;
}  // namespace collsim
