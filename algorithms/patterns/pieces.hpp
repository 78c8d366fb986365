#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"

namespace collsim {

/// Ranges of a vector as one datatype: a message of count() elements of it, from where the vector starts,
/// carries them all without a copy. Throws MpiError.
class Pieces {
 public:
  Pieces(std::span<const Range> ranges, MPI_Datatype type, MPI_Aint extent) {
    std::vector<int> counts;
    std::vector<MPI_Aint> places;
    for (const Range& range : ranges) {
      counts.push_back(mpi_count(range.count));
      places.push_back(range.first * extent);
      if (range.count > 0) count_ = 1;
    }
    const int code =
        PMPI_Type_create_hindexed(mpi_count(std::ssize(ranges)), counts.data(), places.data(), type, &type_);
    if (code != MPI_SUCCESS) throw MpiError("MPI_Type_create_hindexed", code);
    PMPI_Type_commit(&type_);
  }
  ~Pieces() { PMPI_Type_free(&type_); }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  MPI_Datatype type() const { return type_; }
  /// One; none where all ranges are empty: MPI takes a null address only with a count of 0.
  int count() const { return count_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  int count_ = 0;
};

}  // namespace collsim
