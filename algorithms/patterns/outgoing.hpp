#pragma once

#include "algorithms/comm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// The blocks that a rank sends and receives in an alltoall. Its own is copied to its place at once; in
/// place, where the blocks lie at which others arrive, all are copied away first.
template <class Call>
class Outgoing {
 public:
  Outgoing(Comm& comm, const Call& call)
      : call_(call),
        extent_(comm.extent(call.type)),
        lie_(sent(call, comm.size())),
        arrive_(received(call, comm.size())),
        away_(comm.scratch(moves(comm) ? lie_.total() : 0, call.type)),
        blocks_(moves(comm) ? away_.data() : call.send) {
    const Range& own = lie_[comm.rank()];
    if (call.send != mpi_in_place) comm.copy(to(comm.rank()), from(comm.rank()), own.count, call.type);
    if (!moves(comm)) return;
    lie_ = packed(lie_);
    for (int rank = 0; rank < comm.size(); ++rank)
      comm.copy(from(rank), away(rank), lie_[rank].count, call.type);
  }

  /// What goes to `rank`.
  const void* to(int rank) const { return element(blocks_, lie_[rank].first, extent_); }
  std::int64_t count_to(int rank) const { return lie_[rank].count; }
  /// Where what comes from `rank` goes.
  void* from(int rank) const { return element(call_.recv, arrive_[rank].first, extent_); }
  std::int64_t count_from(int rank) const { return arrive_[rank].count; }

 private:
  bool moves(const Comm& comm) const { return call_.send == mpi_in_place && comm.size() > 1; }
  void* away(int rank) const { return element(away_.data(), lie_[rank].first, extent_); }

  const Call& call_;
  Aint extent_;
  Places lie_, arrive_;
  Scratch away_;
  const void* blocks_;
};

/// The rounds of an alltoall in which rank r sends to receiver(r, step) in step 1..p-1, each to another one, and the
/// copies before.
template <class Receiver>
Rounds outgoing_rounds(const Shape& shape, const Receiver& receiver) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  // Ranks r and s exchange block r + s (mod p): see collective.cpp.
  const auto bytes = [&](int from, int to) { return all[(from + to) % p].count * shape.type_size; };
  Rounds rounds(p);
  rounds.copy([&](int rank) {
    if (shape.in_place) return p > 1 ? shape.bytes() : 0;
    return bytes(rank, rank);
  });
  const bool alike = shape.counts.empty() && shape.count % p == 0;
  for (int step = 1; step < p; ++step) {
    const auto to = [receiver, step, p](int rank) { return receiver(rank, step, p); };
    if (alike)
      rounds.send_alike(to, bytes(0, 0));
    else
      rounds.send(to, [&](int rank) { return bytes(rank, to(rank)); });
  }
  return rounds;
}

}  // namespace collsim
