#pragma once

#include <mpi.h>

#include <functional>

namespace collsim {

/// How rank 0's clock relates to this rank's.
struct ClockOffset {
  double seconds = 0;     ///< to add to this rank's clock to get rank 0's
  double at = 0;          ///< by this rank's clock, when they were compared
  double round_trip = 0;  ///< of the exchange that told; the error is at most half of it
};

/// Compares every rank's clock with rank 0's, one rank after the other, by ping-pong: rank 0 reads its clock
/// halfway through the exchange, and the shortest of the exchanges is believed. All ranks of `control` call
/// it. Source: Cristian, Distributed Computing 3, 1989; as in SKaMPI (Worsch, Reussner, Augustin, EuroPVM/MPI
/// 2002) and Hunold and Carpen-Amarie, IEEE Cluster 2015.
ClockOffset clock_offset(MPI_Comm control, const std::function<double()>& clock);

}  // namespace collsim
