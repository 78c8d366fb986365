#pragma once

#include <mpi.h>

#include "algorithms/facts/sending.hpp"
#include "algorithms/transport.hpp"
#include "transports/mpi_handles.hpp"

namespace collsim {

/// The messages and types of an MPI: real ones, SMPI, and what a program has under the drop-in.
///
/// It is called by its profiling names, PMPI_*, so that the same objects serve the drop-in: there the MPI_* names of collectives
/// are the drop-in's own, and library() would call itself.
class MpiTransport : public Transport {
 public:
  /// `communicator` must return errors (MPI_ERRORS_RETURN). Throws MpiError.
  explicit MpiTransport(MPI_Comm communicator);
  /// Serves that rank of so many, as MPI says, too.
  MpiTransport(MPI_Comm communicator, int rank, int size)
      : communicator_(communicator), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void send(const SendBuffer& out, int destination, int tag) override;
  void receive(const ReceiveBuffer& in, int source) override;
  Arrived receive_any(const ReceiveBuffer& in, int tag) override;
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override;
  Posted post_send(const SendBuffer& out, int destination) override;
  Posted post_receive(const ReceiveBuffer& in, int source) override;
  void wait(Posted& message) override;
  void library(const AnyCall& call) override;

  TypeLayout layout(Datatype type) const override;
  std::int64_t size_of(Datatype type) const override;
  const TypeLayout* lasting_layout(Datatype type) const override;
  bool commutes(Op op) const override;
  void combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) override;
  void copy(const void* from, Datatype from_type, void* to, Datatype to_type, std::int64_t count) override;
  Datatype pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) override;
  void free_type(Datatype type) override;

  double now() override { return PMPI_Wtime(); }

 protected:
  /// The seconds that a message takes its sender, where MPI does not spend them; and what spends them.
  virtual double departure(int /*destination*/, std::int64_t /*bytes*/, Sending) { return 0; }
  virtual void spend_departure(double /*seconds*/) {}
  /// Called when MPI says that its sender may go on, which it may do later where MPI does not know all.
  virtual void charge_sent(int /*destination*/, std::int64_t /*bytes*/, Sending) {}
  /// Called when a message has been received: its copies, if it came from a rank of the same node.
  virtual void charge_arrival(int /*source*/, std::int64_t /*bytes*/) {}

 private:
  void depart(int destination, std::int64_t bytes, Sending send) {
    if (const double seconds = departure(destination, bytes, send); seconds > 0) spend_departure(seconds);
  }

  MPI_Comm communicator_;
  int rank_ = 0, size_ = 1;
};

/// What is true of types and operators of this MPI, whoever asks.
TypeLayout layout_of(MPI_Datatype type);
std::int64_t size_of(MPI_Datatype type);
bool commutes(MPI_Op op);

}  // namespace collsim
