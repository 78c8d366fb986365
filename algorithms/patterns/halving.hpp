#pragma once

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {

/// The phases of Rabenseifner's algorithms. In round j a virtual rank exchanges halves of its part of the
/// vector with the one it meets in a butterfly. In recursive doubling that is the one at distance 2^j: the
/// vector is halved while the distance doubles, so that the combines are in the same order. Label 0 keeps the
/// larger half each time. Every half is sent, even an empty one; in segments, all halves of a round travel in as
/// many as the largest needs.

/// How vectors are cut: messages into segments of at most `length` elements, and the vector into blocks.
struct Cuts {
  std::int64_t length = unsegmented;
  Scarce scarce = Scarce::first;
  bool way_back = true;  ///< whether messages of the way back, which combine nothing, are cut, too
};

/// What the option `blocks` says.
inline Scarce scarce(const Options& options) {
  return options.text("blocks") == "spread" ? Scarce::spread : Scarce::first;
}
inline OptionSpec scarce_option() {
  return {"blocks",
          "spread",
          "of fewer elements than ranks: each to one of the first ranks, or spread over all of them",
          {"first", "spread"}};
}

/// The halves that ranks of a pair exchange to fold: the survivor combines the lower (larger) one.
void fold_halves(Comm& comm, Reduction& sum, std::int64_t count, Datatype type, const Fold& fold,
                 std::int64_t length = unsegmented);

/// Afterwards every virtual rank holds its own block of the result, or its label's; k rounds.
void reduce_scatter_halves(const Comm& comm, Reduction& sum, std::int64_t count, const Butterfly& butterfly,
                           const Cuts& cuts = {});

/// The way back: every virtual rank's block, in its place in `vector`, reaches all virtual ranks.
void allgather_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly,
                      const Cuts& cuts = {});
/// The way back to virtual rank 0 alone, unsegmented.
void gather_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly,
                   Scarce scarce = Scarce::first);

/// Virtual rank 0's vector to all: every virtual rank receives its own block, or its label's.
void scatter_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly);

Cost fold_halves_cost(const Shape& shape, std::int64_t length = unsegmented);
Cost reduce_scatter_halves_cost(const Shape& shape, const Butterfly& butterfly, const Cuts& cuts = {});
Cost allgather_halves_cost(const Shape& shape, const Butterfly& butterfly, const Cuts& cuts = {});
/// The cost that recursive doubling has.
inline Cost allgather_halves_cost(const Shape& shape) {
  return allgather_halves_cost(shape, Fold(shape.processes, shape.root));
}
Cost gather_halves_cost(const Shape& shape, const Butterfly& butterfly, Scarce scarce = Scarce::first);
Cost scatter_halves_cost(const Shape& shape, const Butterfly& butterfly);

}  // namespace collsim
