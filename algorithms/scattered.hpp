#pragma once

#include <string>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/description.hpp"

namespace collsim {

/// What a rank contributes to a reduce-scatter, block by block, and where its result goes. In place, the
/// result may take the place of a block only when all have been sent or combined.
class Scattered {
 public:
  Scattered(Comm& comm, const ReduceScatterBlock& call)
      : comm_(comm), call_(call), extent_(Comm::extent(call.type)) {}

  bool in_place() const { return call_.send == MPI_IN_PLACE; }
  const void* block(int rank) const {
    return element(in_place() ? call_.recv : call_.send, std::int64_t{rank} * call_.count, extent_);
  }
  /// Copies the result to its place, unless it was made there or is the only rank's contribution in place.
  void keep(const void* result) const {
    if (in_place() ? comm_.size() > 1 : result != call_.recv || comm_.size() == 1)
      comm_.copy(result, call_.recv, call_.count, call_.type);
  }

 private:
  Comm& comm_;
  const ReduceScatterBlock& call_;
  MPI_Aint extent_;
};

/// The copy at the end where the last combine is made in the result's place, if it can be.
inline Stage keep_stage(const Shape& shape) {
  const bool copies = shape.in_place == (shape.processes > 1);
  return {.copied = copies ? shape.bytes() / shape.processes : 0};
}

inline std::string unless_commutative(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and blocks are combined as they come";
}

}  // namespace collsim
