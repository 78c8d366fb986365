// For an MPI without large counts.

#include "dropin/companions.hpp"
#include "dropin/types.hpp"

namespace collsim {

int combiner_of(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  check_mpi(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner), "MPI_Type_get_envelope");
  return combiner;
}

MPI_Datatype inner_of(MPI_Datatype type) {
  int integers[1] = {};  // the count of a contiguous type
  MPI_Aint none = 0;
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  const int number = combiner_of(type) == MPI_COMBINER_CONTIGUOUS ? 1 : 0;
  check_mpi(PMPI_Type_get_contents(type, number, 0, 1, integers, &none, &inner), "MPI_Type_get_contents");
  return inner;
}

}  // namespace collsim
