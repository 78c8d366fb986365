#pragma once

#include "algorithms/description.hpp"
#include "algorithms/reduction.hpp"

namespace collsim {

/// The phases of Rabenseifner's algorithms. In round j a virtual rank exchanges halves of its part of the
/// vector with the one at distance 2^j: the vector is halved while the distance doubles, so that the combines
/// are those of recursive doubling, in the same order. Virtual rank 0 keeps the larger half each time. Every
/// half is sent, even an empty one.

/// The halves that ranks of a pair exchange to fold: the survivor combines the lower (larger) one.
void fold_halves(Comm& comm, Reduction& sum, std::int64_t count, MPI_Datatype type, const Fold& fold);

/// Afterwards every virtual rank holds its own block of the result; k rounds.
void reduce_scatter_halves(const Comm& comm, Reduction& sum, std::int64_t count, const Fold& fold);

/// The way back: every virtual rank's block, in its place in `vector`, reaches all virtual ranks.
void allgather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold);
/// The same to virtual rank 0 alone.
void gather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold);

/// Virtual rank 0's vector to all: every virtual rank receives its own block.
void scatter_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold);

Cost fold_halves_cost(const Shape& shape);
Cost reduce_scatter_halves_cost(const Shape& shape);
Cost allgather_halves_cost(const Shape& shape);
Cost gather_halves_cost(const Shape& shape);
Cost scatter_halves_cost(const Shape& shape);

}  // namespace collsim
