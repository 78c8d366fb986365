// What worlds of an MPI have in common.
#include "tests/portfolio/world.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim::testing {

std::unique_ptr<OperandHandles> handles(const OperandSpec& operand) {
  return mpi_handles(operand);
}

/// Of the ways to say so, SMPI 3.32 takes one block of a vector; a lower bound that comes from several blocks or from resizing
/// makes it misplace every element but the first.
Datatype two_ints(std::ptrdiff_t place, std::ptrdiff_t distance, bool resized) {
  const int one = 1;
  const MPI_Aint at = place;
  MPI_Datatype ints = MPI_DATATYPE_NULL, placed = MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
  MPI_Type_create_hvector(2, 1, distance, MPI_INT, &ints);
  MPI_Type_create_hindexed(1, &one, &at, ints, &placed);
  if (resized)
    MPI_Type_create_resized(placed, 0, sizeof(int), &made);
  else
    MPI_Type_dup(placed, &made);
  MPI_Type_commit(&made);
  MPI_Type_free(&placed);
  MPI_Type_free(&ints);
  return abi_type(made);
}

Datatype told_type(Datatype* argument) {
  return abi_type(*reinterpret_cast<MPI_Datatype*>(argument));
}

bool library_is_simulated() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(version, &length);
  return std::string(version).starts_with("SMPI");
}

}  // namespace collsim::testing
