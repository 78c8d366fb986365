#pragma once

#include "algorithms/comm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// The blocks of an allgather as it collects them: one behind the other, from that of rank `first` on. If
/// they lie so in the result, there, else elsewhere until deliver() copies them to their places.
template <class Call>
class Collected {
 public:
  Collected(Comm& comm, const Call& call, int first)
      : comm_(comm),
        call_(call),
        places_(received(call, comm.size())),
        first_(first),
        extent_(comm.extent(call.type)),
        lies_(first == 0 && places_.in_sequence()),
        aside_(comm.scratch(lies_ ? 0 : places_.total(), call.type)),
        vector_(lies_ ? element(call.recv, places_.start(), extent_) : aside_.data()),
        sums_(places_) {
    const int own = (comm.rank() - first + comm.size()) % comm.size();
    const void* from = call.send == mpi_in_place ? result(place(own)) : call.send;
    if (!lies_ || call.send != mpi_in_place) comm.copy(from, blocks(own), place(own).count, call.type);
  }

  /// Block i is that of rank first + i (mod p).
  void* blocks(int begin) const { return element(vector_, count(0, begin), extent_); }
  /// Elements of blocks [begin, end).
  std::int64_t count(int begin, int end) const { return sums_[first_ + end] - sums_[first_ + begin]; }

  /// Blocks that follow each other in the result, too, at once.
  void deliver() {
    for (int begin = 0, end = 0; begin < comm_.size() && !lies_; begin = end) {
      const Range first = place(begin);
      for (end = begin + 1; end < comm_.size() && place(end).first == first.first + count(begin, end);) ++end;
      comm_.copy(blocks(begin), result(first), count(begin, end), call_.type);
    }
  }

 private:
  Range place(int i) const { return places_[(first_ + i) % comm_.size()]; }
  void* result(const Range& place) const { return element(call_.recv, place.first, extent_); }

  Comm& comm_;
  const Call& call_;
  Places places_;
  int first_;
  Aint extent_;
  bool lies_;
  Scratch aside_;
  void* vector_;
  CyclicSums sums_;
};

}  // namespace collsim
