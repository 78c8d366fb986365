#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "algorithms/facts/handles.hpp"
#include "algorithms/transport.hpp"

namespace collsim {

// Between the handles of this <mpi.h> and those of algorithms, which are the same numbers but for a few constants.

static_assert(std::is_same_v<MPI_Aint, Aint>);

namespace detail {
template <class Handle, class Other>
Handle same_number(Other handle) {
  if constexpr (std::is_pointer_v<Other> && std::is_pointer_v<Handle>)
    return (Handle)handle;
  else if constexpr (std::is_pointer_v<Other>)
    return static_cast<Handle>(reinterpret_cast<std::intptr_t>(handle));
  else
    return reinterpret_cast<Handle>(static_cast<std::intptr_t>(handle));
}
}  // namespace detail

inline Datatype abi_type(MPI_Datatype type) {
  return detail::same_number<Datatype>(type);
}
inline Op abi_op(MPI_Op op) {
  return op == MPI_OP_NULL ? mpi_no_op : detail::same_number<Op>(op);
}
/// A buffer, or MPI_IN_PLACE.
inline const void* from_mpi_buffer(const void* buffer) {
  return buffer == MPI_IN_PLACE ? mpi_in_place : buffer;
}
inline void* from_mpi_buffer(void* buffer) {
  return buffer == MPI_IN_PLACE ? mpi_in_place : buffer;
}

inline MPI_Datatype to_mpi(Datatype type) {
  if (type == mpi_byte) return MPI_BYTE;
  if (type == mpi_int) return MPI_INT;
  if (type == mpi_int64) return MPI_INT64_T;
  return detail::same_number<MPI_Datatype>(type);
}
inline MPI_Op to_mpi(Op op) {
  return op == mpi_no_op ? MPI_OP_NULL : detail::same_number<MPI_Op>(op);
}
inline const void* to_mpi_buffer(const void* buffer) {
  return buffer == mpi_in_place ? MPI_IN_PLACE : buffer;
}
inline void* to_mpi_buffer(void* buffer) {
  return buffer == mpi_in_place ? MPI_IN_PLACE : buffer;
}

/// The error of a call that returned that code, with what MPI says of it.
MpiError mpi_error(const std::string& call, int code);
/// Throws MpiError unless the code is MPI_SUCCESS.
void check_mpi(int code, const char* call);

}  // namespace collsim
