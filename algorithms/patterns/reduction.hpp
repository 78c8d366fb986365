#pragma once

#include <array>
#include <span>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/fold.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {

/// What this rank contributes to the call, wherever it lies.
inline const void* contribution(const Allreduce& call) {
  return call.send == mpi_in_place ? call.recv : call.send;
}

/// A vector under reduction on one rank. An operator that does not commute is applied in rank order: two
/// buffers swap roles, so that a received vector is combined from either side without a copy. (A commutative
/// operator never needs the swap.)
class Reduction {
 public:
  enum class Start {
    copies,  ///< the contribution into the buffer to start from, unless it lies there already
    borrows  ///< it where it lies until the first combine, if the operator commutes and there is one
  };
  /// After all combines the values lie in call.recv, if that is not null. `lefts`: with how many vectors of
  /// higher ranks this rank will combine its own. `longest`: elements that the longest segment has which it receives; if the
  /// operator commutes and that is not the whole vector, segments land in two places by turns.
  Reduction(Comm& comm, const Allreduce& call, int lefts, Start start, std::int64_t longest = unsegmented);

  /// The values so far, from element `first` on.
  const void* values(std::int64_t first = 0) const {
    return element(borrowed_ ? borrowed_ : buffers_[current_], first, extent_);
  }
  /// The values after the first combine, to write to.
  void* buffer(std::int64_t first = 0) { return element(buffers_[current_], first, extent_); }

  /// Receives the peer's whole vector, or a range of it, and combines.
  void absorb(int peer) { absorb(peer, {0, count_}); }
  void absorb(int peer, const Range& range);
  /// Receives the peer's whole vector in segments of `length` elements, each combined before the next arrives.
  void absorb_segments(int peer, std::int64_t length);
  /// Sends the range `give`, receives the range `keep`, and combines the latter.
  void exchange(int peer, const Range& give, const Range& keep) { exchange(peer, give, keep, 1, count_); }
  /// Exchanges the ranges in `number` segments of `length` elements, each combined before the next is sent.
  void exchange(int peer, const Range& give, const Range& keep, std::int64_t number, std::int64_t length);
  /// Sends all but the range `not_given` and receives all but `not_kept`, each in one message, and combines
  /// these of the ranges received.
  void exchange_others(int peer, const Range& not_given, const Range& not_kept,
                       std::span<const Range> combined);

 private:
  void combine(int peer, const Range& range) { combine(peer, std::array{range}); }
  void combine(int peer, std::span<const Range> ranges) {
    apply(peer, ranges);
    settle(peer);
  }
  bool in_buffer(int peer) const { return !borrowed_ && (commutes_ || peer < comm_.rank()); }
  /// `segment`: the number of the one that has landed.
  void apply(int peer, std::span<const Range> ranges, std::int64_t segment = 0);
  /// After the last combine with what this peer sent: the buffers swap roles, if they do.
  void settle(int peer);
  void* landing(std::int64_t first, std::int64_t segment = 0) {
    if (by_turns_ && !borrowed_) return (segment % 2 == 0 ? spare_ : other_spare_).data();
    return element(buffers_[borrowed_ ? current_ : 1 - current_], first, extent_);
  }

  Comm& comm_;
  std::int64_t count_;
  Datatype type_;
  Op op_;
  bool commutes_;
  Aint extent_;
  bool by_turns_;
  Scratch spare_, other_spare_, own_;
  void* buffers_[2];
  int current_;
  const void* borrowed_ = nullptr;
};

/// The number of vectors of higher ranks that `rank` combines its own with: its pair's, and those of the first `rounds` virtual
/// ranks at distance 1, 2, 4, ...
int lefts(const Fold& fold, int rank, int rounds);

/// The copy at the start of an allreduce in which the survivors run Reductions. In place, only an operator
/// that does not commute copies, on ranks that swap an odd number of times. (Where r = 1 and floor(lg p) is
/// odd these are outside the folding pair, and copy while it folds.)
Stage copy_stage(const Shape& shape);
/// The copy at the start of an allreduce in which the survivors' Reductions borrow.
Stage borrow_stage(const Shape& shape);

/// The pairs fold: one gives its whole vector, the other combines.
Stage fold_stage(const Shape& shape);
/// The survivors send the result to those that folded away.
Stage unfold_stage(const Shape& shape);

}  // namespace collsim
