#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include "nodes/node_flags.hpp"

namespace collsim {

/// The ranks of a communicator by the machine that they run on, as MPI_Comm_split_type finds them, and by the memory domain
/// of the processors that they may run on (memory_domain.hpp). Collective. Throws MpiError.
std::shared_ptr<const Nodes> machines(MPI_Comm comm);

/// What a rank of a real MPI job shares with the others of its node: a file in memory that has no name, so that nothing of
/// it is left when its ranks are gone, however they end. The first rank of a node makes it and the others open it through
/// /proc. Its first pages hold the flags and the word.
class MachineNode : public Node {
 public:
  using Bytes = std::function<std::int64_t()>;

  /// Collective over `comm`, which returns errors. `nodes`: of its ranks, parts of machines(). `available`: how large a
  /// segment may become; else as large as the machine allows. Throws Error on all ranks where a node's cannot share memory,
  /// MpiError.
  MachineNode(MPI_Comm comm, std::shared_ptr<const Nodes> nodes, Bytes available = unlimited);
  ~MachineNode() override;

  std::byte* segment(std::size_t bytes) override;
  void raise(std::int64_t steps) override;
  /// Polls, and leaves its core to others while it does: ranks may outnumber cores.
  void await(int rank, std::int64_t steps) override;
  int compare_exchange(std::int64_t call, int expected, int desired) override;
  std::byte* map_private(std::byte* memory, std::size_t bytes) override;
  void unmap_private(std::byte* memory, std::size_t bytes) override;

 private:
  static std::int64_t unlimited() { return std::numeric_limits<std::int64_t>::max() / 2; }
  void open_file(MPI_Comm comm);
  NodeFlags flags() const { return {control_.data(), size()}; }

  Bytes available_;
  int file_ = -1;
  std::span<std::byte> control_, segment_;  ///< as they are mapped
};

}  // namespace collsim
