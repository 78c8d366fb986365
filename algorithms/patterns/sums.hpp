#pragma once

#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"

namespace collsim {

/// A rank's part in a reduction piece by piece, with an operator that commutes. The first vector that arrives
/// for a piece makes the place of the sum, combined with the rank's own, so that nothing is copied; in place,
/// the sum lies where the rank's own piece lay.
class Sums {
 public:
  /// Sums `pieces` pieces, numbered from 0, with at most `largest` elements each.
  Sums(Comm& comm, const Reduce& call, std::int64_t pieces, std::int64_t largest)
      : comm_(comm),
        call_(call),
        extent_(comm.extent(call.type)),
        arrived_(static_cast<std::size_t>(pieces), call.send == mpi_in_place),
        landing_(comm.scratch(largest, call.type)),
        spare_(comm.scratch(comm.rank() == call.root ? 0 : call.count, call.type)),
        sums_(comm.rank() == call.root ? call.recv : spare_.data()) {}

  /// The piece's sum so far.
  const void* value(std::int64_t piece, const Range& range) const {
    return arrived(piece) ? sum(range) : own(range);
  }
  /// Where the next vector for this piece is to be received; then combine() it.
  void* landing(std::int64_t piece, const Range& range) const {
    return arrived(piece) ? landing_.data() : sum(range);
  }
  void combine(std::int64_t piece, const Range& range) {
    comm_.reduce_local(arrived(piece) ? landing_.data() : own(range), sum(range), range.count, call_.type,
                       call_.op);
    arrived_[static_cast<std::size_t>(piece)] = true;
  }

 private:
  bool arrived(std::int64_t piece) const { return arrived_[static_cast<std::size_t>(piece)]; }
  void* sum(const Range& range) const { return element(sums_, range.first, extent_); }
  const void* own(const Range& range) const { return element(call_.send, range.first, extent_); }

  Comm& comm_;
  const Reduce& call_;
  Aint extent_;
  std::vector<bool> arrived_;
  Scratch landing_, spare_;
  void* sums_;
};

}  // namespace collsim
