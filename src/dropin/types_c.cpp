// For an MPI with large counts.

#include "dropin/companions.hpp"
#include "dropin/types.hpp"

namespace collsim {

int combiner_of(MPI_Datatype type) {
  MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
  int combiner = 0;
  check_mpi(PMPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner),
            "MPI_Type_get_envelope_c");
  return combiner;
}

MPI_Datatype inner_of(MPI_Datatype type) {
  MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
  int combiner = 0;
  check_mpi(PMPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner),
            "MPI_Type_get_envelope_c");
  int integer = 0;  // a contiguous type has its count in one or the other
  MPI_Aint none = 0;
  MPI_Count count = 0;
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  check_mpi(
      PMPI_Type_get_contents_c(type, integers, addresses, counts, types, &integer, &none, &count, &inner),
      "MPI_Type_get_contents_c");
  return inner;
}

}  // namespace collsim
