#pragma once

#include <mpi.h>

#include <vector>

#include "backends/native/ranks.hpp"

namespace collsim {

/// The ranks that take part in a pattern, and this one's messages.
struct Team {
  static constexpr int tag = 3;

  MPI_Comm comm;
  int rank;
  int size;
  std::vector<char> out, in;  ///< apart: MPI lets no two calls share memory

  int partner() const { return rank ^ 1; }
  bool first() const { return rank % 2 == 0; }
  void send(int bytes, int to) const { MPI_Send(out.data(), bytes, MPI_CHAR, to, tag, comm); }
  void receive(int bytes, int from) {
    MPI_Recv(in.data(), bytes, MPI_CHAR, from, tag, comm, MPI_STATUS_IGNORE);
  }
  /// Sends a message to the partner and takes its answer.
  void round_trip(int bytes) {
    if (first()) send(bytes, partner());
    receive(bytes, partner());
    if (!first()) send(bytes, partner());
  }
  /// Lets the partners begin together: nearer than a barrier, whose last messages take a while.
  void meet() {
    MPI_Barrier(comm);
    round_trip(0);
  }
};

/// Seconds that work takes.
template <class Work>
double timed(const Work& work) {
  const double begin = seconds_now();
  work();
  return seconds_now() - begin;
}

}  // namespace collsim
