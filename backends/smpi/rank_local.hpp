#pragma once

#include <mpi.h>

#include <memory>
#include <simgrid/s4u.hpp>
#include <vector>

#include "algorithms/local.hpp"
#include "backends/point.hpp"
#include "backends/rates.hpp"

namespace collsim {

/// Memory that all ranks of a *time* mode trial share: whatever they write there means nothing.
class Arena {
 public:
  std::byte* at_least(std::size_t bytes);

 private:
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t size_ = 0;
};

/// A simulated rank's clock, local work and memory.
///
/// Combining n bytes moves 3n through memory; a copy, a message within the node and one taken off the network
/// move 2n: an Exec on the host that stands for the memory of the rank's domain, bounded by what one rank can
/// do alone. Ranks of a domain share its bandwidth max-min fairly.
class RankLocal final : public Local {
 public:
  RankLocal(const Platform& platform, const Point& point, int rank, Arena& arena);

  double now() override { return simgrid::s4u::Engine::get_clock(); }
  bool carries_data() const override { return point_->data != "time"; }
  void charge_combine(std::int64_t bytes) override { charge(3, bytes, rates_.combine); }
  void charge_copy(std::int64_t bytes) override { charge(2, bytes, rates_.copy); }
  void charge_arrival(int source, std::int64_t bytes) override;
  std::byte* acquire(std::size_t bytes) override;
  void release(std::byte* memory) override;

  /// The operator that the library combines with, on this rank, while it runs a collective.
  MPI_Op library_op = MPI_OP_NULL;

 private:
  /// Moves `passes` times `bytes` through memory, no faster than `rate` bytes per second of operand.
  void charge(int passes, std::int64_t bytes, double rate) const;

  const Point* point_;
  int node_;
  Rates rates_;
  simgrid::s4u::Host* memory_;
  Arena* arena_;
};

}  // namespace collsim
