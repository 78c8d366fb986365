#pragma once

#include <optional>

#include "dropin/bytes.hpp"
#include "dropin/serve.hpp"

namespace collsim {

/// What the collectives that move data have in common. Ranks may name the same data by different counts and
/// types, so bytes travel.

using Examined = std::optional<Question>;

inline Question of_bytes(const Companion& ranks, std::int64_t bytes, int root = 0) {
  return {.shape = {.processes = ranks.size(), .count = bytes, .root = root}};
}

/// A block of so many bytes for each rank.
inline Question of_blocks(const Companion& ranks, std::int64_t bytes, int root = 0) {
  return of_bytes(ranks, times(ranks.size(), bytes), root);
}

/// No rank knows all the sizes.
inline Question of_unknown(const Companion& ranks, int root = 0) {
  Question question = of_bytes(ranks, 0, root);
  question.shape.counts.resize(static_cast<std::size_t>(ranks.size()));
  question.sized = false;
  return question;
}

inline std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  return times(count, size_of(type));
}

/// Whether MPI would take the arguments of a buffer; the `_or_in_place` of them also where it may be
/// MPI_IN_PLACE.
inline bool sound(const Dropin& dropin, const void* buffer, std::int64_t count, MPI_Datatype type) {
  return buffer != MPI_IN_PLACE && count >= 0 && dropin.accepts(type);
}
inline bool sound_or_in_place(const Dropin& dropin, const void* buffer, std::int64_t count,
                              MPI_Datatype type) {
  return buffer == MPI_IN_PLACE || sound(dropin, buffer, count, type);
}
template <class Count, class Displacement>
bool sound_blocks(const Dropin& dropin, const void* buffer, const Count* counts,
                  const Displacement* displacements, int number, MPI_Datatype type) {
  return buffer != MPI_IN_PLACE && displacements && are_counts(counts, number) && dropin.accepts(type);
}

}  // namespace collsim
