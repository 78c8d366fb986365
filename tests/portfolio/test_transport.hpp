#pragma once

#include <mpi.h>

#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "transports/mpi_transport.hpp"

namespace collsim::testing {

/// A rank of a test: nothing is charged, no memory holds an operand until one is written, and none may be written
/// around what was asked for.
class TestTransport final : public MpiTransport {
 public:
  explicit TestTransport(MPI_Comm world, Node* node = nullptr) : MpiTransport(world), node_(node) {}

  std::byte* acquire(std::size_t bytes) override {
    std::byte* const memory = acquire_unwritten(bytes + 2 * margin) + margin;
    taken_[memory] = bytes;
    return memory;
  }
  void release(std::byte* memory) override {
    const std::size_t bytes = taken_.extract(memory).mapped();
    overran_ = overran_ || !untouched(memory - margin) || !untouched(memory + bytes);
    Transport::release(memory - margin);
  }
  /// Whether something was written near temporary memory since this was last asked.
  bool overran() { return std::exchange(overran_, false); }
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
  static constexpr std::size_t margin = 4096;

  static bool untouched(const std::byte* memory) {
    static const std::vector<std::byte> pattern(margin, unwritten);
    return std::memcmp(memory, pattern.data(), margin) == 0;
  }

  Node* node_;
  std::map<std::byte*, std::size_t> taken_;  ///< memory that is in use, and its size
  bool overran_ = false;
};

}  // namespace collsim::testing
