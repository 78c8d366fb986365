#pragma once

#include <mpi.h>

#include <simgrid/s4u.hpp>
#include <vector>

#include "backends/trial/charged.hpp"

namespace collsim {

/// Where all ranks of a simulation meet, whose network combines.
class MeetingPoint {
 public:
  explicit MeetingPoint(int ranks);
  /// As Charged::meet(), for that rank.
  void meet(int rank, bool carries_data, const Contribution& own, const Together& together);

 private:
  std::vector<Contribution> contributions_;  ///< by rank
  std::size_t come_ = 0;
  simgrid::s4u::BarrierPtr barrier_;
};

/// A simulated rank's clock, local work and memory: work in memory is an Exec on the host that stands for the
/// memory of the rank's domain, bounded by what one rank can do alone.
class RankLocal final : public Charged {
 public:
  /// `all`, `arena` and `meeting` must outlive it. `node`: what the rank shares with others.
  RankLocal(const AllRates& all, int rank, bool carries_data, Arena& arena, MeetingPoint& meeting,
            Node* node = nullptr);

  double now() override { return simgrid::s4u::Engine::get_clock(); }
  Node* node() override { return node_; }
  void charge_departure(int destination, std::int64_t bytes) override;
  double departure(int destination, std::int64_t bytes) const override;
  /// Lets time pass before the call.
  void wait(double seconds) { spend(seconds); }

  /// The operator that the library combines with, on this rank, while it runs a collective.
  MPI_Op library_op = MPI_OP_NULL;

 private:
  void spend(double seconds) override { simgrid::s4u::this_actor::sleep_for(seconds); }
  void meet(const Contribution& own, const Together& together) override {
    meeting_->meet(rank(), carries_data(), own, together);
  }
  void move(double bytes, double bound, int holder) override;

  MeetingPoint* meeting_;
  Node* node_;
};

}  // namespace collsim
