#include "transports/true_bounds.hpp"

#include "transports/mpi_handles.hpp"

namespace collsim {

TrueBounds true_bounds(MPI_Datatype type) {
  TrueBounds bounds{};
  check_mpi(PMPI_Type_get_true_extent(type, &bounds.lower_bound, &bounds.extent), "MPI_Type_get_true_extent");
  return bounds;
}

}  // namespace collsim
