#include "algorithms/true_bounds.hpp"

#include "algorithms/comm.hpp"

namespace collsim {

TrueBounds true_bounds(MPI_Datatype type) {
  TrueBounds bounds{};
  const int code = PMPI_Type_get_true_extent(type, &bounds.lower_bound, &bounds.extent);
  if (code != MPI_SUCCESS) throw MpiError("MPI_Type_get_true_extent", code);
  return bounds;
}

}  // namespace collsim
