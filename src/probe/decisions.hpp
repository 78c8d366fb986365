#pragma once

#include <cstdint>

namespace collsim::probe {

/// Prints what the library runs of each collective by its own choice, for every number of processes from 2 and for all bytes, without
/// any communication: its algorithms tell that they are called and return. A line for each limit, on rank 0:
///
///   chosen allreduce 8 4096 allreduce_intra_ring     on 8 processes and up to the next line's, from 4096 B on
///
/// Now and then a line tells how many numbers of processes were asked so far, those of each collective counted:
///
///   asked 4096
///
/// The bytes are those of the vector, or of the block of one rank. The operator commutes, the root is 0. False where the library does
/// not take the communicator's size to be what it is told.
bool print_decisions(int most_processes, std::int64_t most_bytes);

}  // namespace collsim::probe
