#pragma once

#include <mpi.h>

#include <simgrid/s4u.hpp>
#include <vector>

#include "backends/smpi/node_copies.hpp"
#include "backends/trial/charged.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {

/// Where all ranks of a simulation meet, whose network combines.
class MeetingPoint {
 public:
  explicit MeetingPoint(int ranks);
  /// Does what Charged::meet() does, for that rank.
  void meet(int rank, bool carries_data, const Contribution& own, const Together& together);

 private:
  std::vector<Contribution> contributions_;  ///< by rank
  std::size_t come_ = 0;
  simgrid::s4u::BarrierPtr barrier_;
};

/// A simulated rank: its messages are SMPI's, work in memory is an Exec on the host that stands for the
/// memory of the rank's domain, bounded by what one rank can do alone.
class SmpiTransport final : public Charged<MpiTransport> {
 public:
  /// `all`, `arena`, `meeting` and `copies` must outlive it. `node`: what the rank shares with others.
  SmpiTransport(MPI_Comm world, const AllRates& all, int rank, bool carries_data, Arena& arena,
                MeetingPoint& meeting, NodeCopies& copies, Node* node = nullptr);

  double now() override { return simgrid::s4u::Engine::get_clock(); }
  Node* node() override { return node_; }
  /// Lets time pass before the call.
  void come_late(double seconds) { spend(seconds); }

  /// The operator that the library combines with, on this rank, while it runs a collective.
  MPI_Op library_op = MPI_OP_NULL;

 private:
  double departure(int destination, std::int64_t bytes, Sending sending) override;
  void spend_departure(double seconds) override { spend(seconds); }
  void charge_sent(int destination, std::int64_t bytes, Sending sending) override;
  void charge_arrival(int source, std::int64_t bytes) override {
    if (all().inside()) copies_->received(source, rank(), bytes);
    Charged::charge_arrival(source, bytes);
  }
  void spend(double seconds) override { simgrid::s4u::this_actor::sleep_for(seconds); }
  void meet(const Contribution& own, const Together& together) override {
    meeting_->meet(rank(), carries_data(), own, together);
  }
  void move(double bytes, double bound, int holder) override;

  MeetingPoint* meeting_;
  NodeCopies* copies_;
  Node* node_;
};

/// A LibraryOperator (trial.hpp) of ranks whose transport is an SmpiTransport.
Op charged_operator(Op op, Transport& transport);

}  // namespace collsim
