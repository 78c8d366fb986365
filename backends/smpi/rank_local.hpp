#pragma once

#include <mpi.h>

#include <simgrid/s4u.hpp>

#include "backends/trial/charged.hpp"

namespace collsim {

/// A simulated rank's clock, local work and memory: work in memory is an Exec on the host that stands for the
/// memory of the rank's domain, bounded by what one rank can do alone.
class RankLocal final : public Charged {
 public:
  RankLocal(const Platform& platform, const Point& point, int rank, Arena& arena);

  double now() override { return simgrid::s4u::Engine::get_clock(); }

  /// The operator that the library combines with, on this rank, while it runs a collective.
  MPI_Op library_op = MPI_OP_NULL;

 private:
  void spend(double seconds) override { simgrid::s4u::this_actor::sleep_for(seconds); }
  void move(double bytes, double bound) override;

  Rates rates_;
  simgrid::s4u::Host* memory_;
};

}  // namespace collsim
