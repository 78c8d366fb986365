#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/fast/mpi/datatype.hpp"

namespace collsim::fast {

/// `data` cannot be where `count` elements are. Null is MPI_BOTTOM where offsets are addresses.
bool lacks_buffer(const void* data, std::int64_t count, const Datatype& type);

/// Writes the data of `count` elements at `from` into as many bytes of the elements at `to`. The types may
/// differ; a last element of `to` may be filled in part. The two must not overlap.
void copy_elements(const void* from, std::int64_t count, const Datatype& from_type, void* to,
                   const Datatype& to_type);

/// The data of `count` elements, without holes.
std::vector<std::byte> pack(const void* from, std::int64_t count, const Datatype& type);
/// Writes packed data into elements at `to`.
void unpack(std::span<const std::byte> packed, void* to, const Datatype& type);

}  // namespace collsim::fast
