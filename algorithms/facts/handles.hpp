#pragma once

#include <bit>
#include <cstdint>

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
