#pragma once

#include <bit>
#include <cstdint>

#ifdef COLLSIM_HANDLES_OF_MPI
#include <mpi.h>

/// Handles of another <mpi.h>, with which algorithms are programs against it.
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
#else
struct MPI_ABI_Datatype;
struct MPI_ABI_Op;

/// Handles by the standard ABI of MPI 5.0. Those of a transport's MPI go through as they are, but for the constants here, which
/// every transport knows.
namespace collsim {
using Datatype = MPI_ABI_Datatype*;
using Op = MPI_ABI_Op*;
using Aint = std::intptr_t;

inline void* const mpi_in_place = std::bit_cast<void*>(std::intptr_t{1});
inline const Datatype mpi_int = std::bit_cast<Datatype>(std::intptr_t{0x209});
inline const Datatype mpi_byte = std::bit_cast<Datatype>(std::intptr_t{0x247});
inline const Datatype mpi_int64 = std::bit_cast<Datatype>(std::intptr_t{0x258});
inline const Op mpi_no_op = std::bit_cast<Op>(std::intptr_t{0x20});
}  // namespace collsim
#endif
