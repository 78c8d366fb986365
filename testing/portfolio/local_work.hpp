#pragma once

#include <mpi.h>

#include <vector>

#include "algorithms/facts/local.hpp"

namespace collsim::testing {

/// A rank's local side where nothing is charged and no memory holds an operand until one is written.
class LocalWork final : public Local {
 public:
  explicit LocalWork(Node* node = nullptr) : node_(node) {}

  double now() override { return MPI_Wtime(); }
  std::byte* acquire(std::size_t bytes) override { return acquire_unwritten(bytes); }
  Node* node() override { return node_; }
  /// The ranks of a simulated world share the memory of a process: rank 0 puts together what lies in that of the others.
  void traverse(std::int64_t, const Contribution& own, const Together& together) override {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0) {
      MPI_Send(&own, sizeof own, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
      MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      return;
    }
    std::vector<Contribution> all(static_cast<std::size_t>(size), own);
    for (int other = 1; other < size; ++other)
      MPI_Recv(&all[static_cast<std::size_t>(other)], sizeof own, MPI_BYTE, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    together(all);
    for (int other = 1; other < size; ++other) MPI_Send(nullptr, 0, MPI_BYTE, other, 0, MPI_COMM_WORLD);
  }

 private:
  Node* node_;
};

}  // namespace collsim::testing
