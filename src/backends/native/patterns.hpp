#pragma once

#include <mpi.h>

#include <vector>

#include "models/pattern.hpp"

namespace collsim {

/// Measures what a machine is calibrated by, on all ranks of `comm`, which call this together; at least two, or
/// all throw Error. Rank 0 returns the times. The patterns, ranks 2i and 2i + 1 being partners:
///
///   ping_pong      half a round trip between partners, all pairs at once
///   lone           half a round trip between ranks 0 and 1, of ten, while all others wait
///   exchange       both partners send and receive at once (MPI_Sendrecv)
///   rounds         of ten in which each rank sends to one and receives from another, as many ranks further, one
///   one_way        of ten in which each rank sends to the same one and receives from the same other, one
///   send           until MPI_Send returns, the receiver being ready
///   late_receiver  from posting a receive until it completes, of a message sent long before
///   one_to_all     rank 0 sends to each of the others, until all have answered with nothing
///   all_to_one     each of the others sends to rank 0 at its word, until all is there
///   combine.CLASS  every rank combines two vectors with an operator of this class
///   copy           every rank copies a vector
///
/// Other times are means over the ranks that measure. Ranks without a part sleep.
std::vector<PatternTime> measure_patterns(MPI_Comm comm);

}  // namespace collsim
