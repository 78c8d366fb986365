#pragma once

#include <algorithm>
#include <string>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/fold.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// What a rank contributes to a reduce-scatter, block by block, and where its result goes. In place, the
/// result may take the place of a block only when all have been sent or combined.
template <class Call>
class Scattered {
 public:
  Scattered(Comm& comm, const Call& call)
      : comm_(comm), call_(call), places_(sent(call, comm.size())), extent_(comm.extent(call.type)) {}

  bool in_place() const { return call_.send == mpi_in_place; }
  const void* block(int rank) const {
    return element(in_place() ? call_.recv : call_.send, places_[rank].first, extent_);
  }
  std::int64_t count(int rank) const { return places_[rank].count; }
  /// Elements of the largest block.
  std::int64_t most() const { return places_.most(); }
  /// The places of all blocks.
  const Places& places() const { return places_; }
  /// Copies the result to its place, unless it was made there or is the only rank's contribution in place.
  void keep(const void* result) const {
    if (in_place() ? comm_.size() > 1 : result != call_.recv || comm_.size() == 1)
      comm_.copy(result, call_.recv, count(comm_.rank()), call_.type);
  }

 private:
  Comm& comm_;
  const Call& call_;
  Places places_;
  Aint extent_;
};

/// Bytes of the largest block.
inline std::int64_t largest_block(const Shape& shape) {
  return blocks(shape).most() * shape.type_size;
}

/// The copy at the end where the last combine is made in the result's place, if it can be.
inline Stage keep_stage(const Shape& shape) {
  const bool copies = shape.in_place == (shape.processes > 1);
  return {.copied = copies ? largest_block(shape) : 0};
}

/// A round in which every rank sends a block to the rank `distance` further on, and combines one. The largest
/// block is on the critical path of all rounds: it travels from rank to rank, or all of it goes to one.
inline Stage combine_stage(const Shape& shape, std::int64_t distance) {
  const std::int64_t largest = largest_block(shape);
  return {.messages = shape.processes,
          .volume = shape.bytes(),
          .bytes = largest,
          .reduced = largest,
          .pairs = pairs::shift(distance)};
}

/// What a rank combines with: its contribution where it lies, or a copy of all of it.
inline OptionSpec start_option() {
  return {"start",
          "borrows",
          "combines with the contribution where it lies, or copies all of it first, as Open MPI and MPICH",
          {"borrows", "copies"}};
}
inline bool starts_by_copying(const Options& options) {
  return options.text("start") == "copies";
}

/// What the largest messages of halving make together, in blocks, where survivors have the blocks of those that fold away.
inline Symbol halves_symbol() {
  const auto halves = [](int processes) -> double {
    const Fold fold(processes);
    int sum = 0;
    for (int half = fold.survivors() / 2; half > 0; half /= 2) sum += half + std::min(fold.pairs(), half);
    return sum;
  };
  return {"halves", halves, "the sum over j = 1..k of P/2^j + min(r, P/2^j)"};
}

inline std::string unless_commutative(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and blocks are combined as they come";
}
/// What another condition of the algorithm says comes first.
template <std::string (*other)(const Shape&, const Options&)>
std::string unless_commutative_and(const Shape& shape, const Options& options) {
  const std::string why = other(shape, options);
  return why.empty() ? unless_commutative(shape, options) : why;
}

}  // namespace collsim
