#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/description.hpp"

namespace collsim {

/// The blocks that a rank sends in an alltoall. Its own is copied to its place at once; in place, where the
/// blocks lie at which others arrive, all are copied away first.
class Outgoing {
 public:
  Outgoing(Comm& comm, const Alltoall& call)
      : call_(call),
        extent_(Comm::extent(call.type)),
        away_(comm.scratch(moves(comm) ? call.count * comm.size() : 0, call.type)),
        blocks_(moves(comm) ? away_.data() : call.send) {
    if (moves(comm))
      comm.copy(call.recv, away_.data(), call.count * comm.size(), call.type);
    else if (call.send != MPI_IN_PLACE)
      comm.copy(to(comm.rank()), from(comm.rank()), call.count, call.type);
  }

  /// What goes to `rank`.
  const void* to(int rank) const { return element(blocks_, std::int64_t{rank} * call_.count, extent_); }
  /// Where what comes from `rank` goes.
  void* from(int rank) const { return element(call_.recv, std::int64_t{rank} * call_.count, extent_); }

 private:
  bool moves(const Comm& comm) const { return call_.send == MPI_IN_PLACE && comm.size() > 1; }

  const Alltoall& call_;
  MPI_Aint extent_;
  Scratch away_;
  const void* blocks_;
};

inline Stage outgoing_stage(const Shape& shape) {
  if (!shape.in_place) return {.copied = shape.bytes() / shape.processes};
  return {.copied = shape.processes > 1 ? shape.bytes() : 0};
}

}  // namespace collsim
