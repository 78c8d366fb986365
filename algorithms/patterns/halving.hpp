#pragma once

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {

/// The phases of Rabenseifner's algorithms. In round j a virtual rank exchanges halves of its part of the
/// vector with the one it meets in a butterfly. In recursive doubling that is the one at distance 2^j: the
/// vector is halved while the distance doubles, so that the combines are in the same order. Label 0 keeps the
/// larger half each time. Every half is sent, even an empty one; in segments of at most `length` elements, all
/// halves of a round in as many as the largest needs.

/// The halves that ranks of a pair exchange to fold: the survivor combines the lower (larger) one.
void fold_halves(Comm& comm, Reduction& sum, std::int64_t count, MPI_Datatype type, const Fold& fold,
                 std::int64_t length = unsegmented);

/// Afterwards every virtual rank holds its own block of the result, or its label's; k rounds.
void reduce_scatter_halves(const Comm& comm, Reduction& sum, std::int64_t count, const Butterfly& butterfly,
                           std::int64_t length = unsegmented);

/// The way back: every virtual rank's block, in its place in `vector`, reaches all virtual ranks.
void allgather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type,
                      const Butterfly& butterfly, std::int64_t length = unsegmented);
/// The same to virtual rank 0 alone.
void gather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold);

/// Virtual rank 0's vector to all: every virtual rank receives its own block.
void scatter_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold);

Cost fold_halves_cost(const Shape& shape, std::int64_t length = unsegmented);
Cost reduce_scatter_halves_cost(const Shape& shape, const Butterfly& butterfly,
                                std::int64_t length = unsegmented);
Cost allgather_halves_cost(const Shape& shape, const Butterfly& butterfly, std::int64_t length = unsegmented);
/// In recursive doubling.
inline Cost reduce_scatter_halves_cost(const Shape& shape) {
  return reduce_scatter_halves_cost(shape, Fold(shape.processes, shape.root));
}
inline Cost allgather_halves_cost(const Shape& shape) {
  return allgather_halves_cost(shape, Fold(shape.processes, shape.root));
}
Cost gather_halves_cost(const Shape& shape);
Cost scatter_halves_cost(const Shape& shape);

}  // namespace collsim
