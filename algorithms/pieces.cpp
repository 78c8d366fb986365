#include "algorithms/pieces.hpp"

namespace collsim {

Pieces::Pieces(std::span<const std::int64_t> firsts, std::int64_t count, MPI_Datatype type) {
  const MPI_Aint extent = Comm::extent(type);
  std::vector<MPI_Aint> places;
  for (const std::int64_t first : firsts) places.push_back(first * extent);
  const std::vector<int> counts(places.size(), mpi_count(count));
  int code = MPI_Type_create_hindexed(mpi_count(static_cast<std::int64_t>(places.size())), counts.data(),
                                      places.data(), type, &type_);
  if (code == MPI_SUCCESS) code = MPI_Type_commit(&type_);
  if (code != MPI_SUCCESS) throw MpiError("MPI_Type_create_hindexed", code);
}

}  // namespace collsim
