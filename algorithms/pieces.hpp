#pragma once

#include <span>
#include <vector>

#include "algorithms/comm.hpp"

namespace collsim {

/// Pieces of a vector, of equal length, that travel as one message without being copied together: an MPI type,
/// one element of which is all of them. Throws MpiError.
class Pieces {
 public:
  /// Of `count` elements each; `firsts` says at which elements of the vector they start.
  Pieces(std::span<const std::int64_t> firsts, std::int64_t count, MPI_Datatype type);
  ~Pieces() { MPI_Type_free(&type_); }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace collsim
