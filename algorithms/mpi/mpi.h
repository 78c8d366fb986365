/// MPI as algorithms see it: handles and constants by the standard ABI of MPI 5.0, and no functions, so that nobody calls past Comm.
#pragma once

#include "algorithms/facts/handles.hpp"

using MPI_Datatype = collsim::Datatype;
using MPI_Op = collsim::Op;
using MPI_Aint = collsim::Aint;

#define MPI_IN_PLACE (collsim::mpi_in_place)
#define MPI_BYTE (collsim::mpi_byte)
#define MPI_INT (collsim::mpi_int)
#define MPI_INT64_T (collsim::mpi_int64)
#define MPI_OP_NULL (collsim::mpi_no_op)
