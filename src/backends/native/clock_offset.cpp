#include "backends/native/clock_offset.hpp"

#include <limits>

namespace collsim {
namespace {

constexpr int exchanges = 30;
constexpr int tag = 2;

void answer(MPI_Comm control, const std::function<double()>& clock, int rank) {
  for (int i = 0; i < exchanges; ++i) {
    MPI_Recv(nullptr, 0, MPI_DOUBLE, rank, tag, control, MPI_STATUS_IGNORE);
    const double reading = clock();
    MPI_Send(&reading, 1, MPI_DOUBLE, rank, tag, control);
  }
}

ClockOffset ask(MPI_Comm control, const std::function<double()>& clock) {
  ClockOffset best{.round_trip = std::numeric_limits<double>::infinity()};
  for (int i = 0; i < exchanges; ++i) {
    double reading = 0;
    const double sent = clock();
    MPI_Send(nullptr, 0, MPI_DOUBLE, 0, tag, control);
    MPI_Recv(&reading, 1, MPI_DOUBLE, 0, tag, control, MPI_STATUS_IGNORE);
    const double received = clock();
    const double halfway = (sent + received) / 2;
    if (received - sent < best.round_trip) best = {reading - halfway, halfway, received - sent};
  }
  return best;
}

}  // namespace

ClockOffset clock_offset(MPI_Comm control, const std::function<double()>& clock) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(control, &rank);
  MPI_Comm_size(control, &size);
  if (rank != 0) return ask(control, clock);
  for (int other = 1; other < size; ++other) answer(control, clock, other);
  return {};
}

}  // namespace collsim
