#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim::probe {

struct SentMessage {
  int to;  ///< a rank of MPI_COMM_WORLD
  std::int64_t bytes;
};

/// Begins to watch this rank, after MPI_Init. All ranks call it together.
void watch();

/// What this rank has sent since it was asked last, in this order.
std::vector<SentMessage> sent();

/// Names of the library's functions that ran on this rank since it was asked last, such as allreduce_intra_ring; none where they have
/// no names that others see.
std::vector<std::string> ran();

/// Has the library's functions only tell that they ran, and return, from now on; or do their work again.
void only_tell(bool only);

/// Where the library keeps the size of MPI_COMM_WORLD; null where nobody knows.
int* size_of_world();

}  // namespace collsim::probe
