#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/blocks.hpp"
#include "algorithms/call.hpp"

namespace collsim {

/// Where the blocks of a buffer lie, by the rank whose they are, so that one implementation serves a call
/// with equal blocks and the one with counts and displacements.
using Places = std::vector<Range>;

/// One behind the other, `count` elements each.
inline Places places(std::int64_t count, int processes) {
  Places all;
  for (int rank = 0; rank < processes; ++rank) all.push_back({rank * count, count});
  return all;
}

inline Places places(const Blocks& blocks, int processes) {
  Places all;
  for (int rank = 0; rank < processes; ++rank) all.push_back(blocks[rank]);
  return all;
}

inline Places places(std::span<const int> counts, std::span<const std::int64_t> displacements) {
  Places all;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) all.push_back({displacements[rank], counts[rank]});
  return all;
}

/// The same blocks one behind the other.
inline Places packed(Places places) {
  std::int64_t end = 0;
  for (Range& block : places) {
    block.first = end;
    end += block.count;
  }
  return places;
}

/// Do the blocks lie one behind the other? (Empty ones lie anywhere.)
inline bool in_sequence(const Places& places) {
  std::int64_t end = -1;
  for (const Range& block : places) {
    if (block.count == 0) continue;
    if (end >= 0 && block.first != end) return false;
    end = block.first + block.count;
  }
  return true;
}

/// Elements of all blocks.
inline std::int64_t total(const Places& places) {
  std::int64_t sum = 0;
  for (const Range& block : places) sum += block.count;
  return sum;
}

/// Elements of all blocks before block i, i = 0..2p, which are counted twice over: blocks i..j-1 (mod p)
/// together have [j] - [i].
inline std::vector<std::int64_t> cyclic_sums(const Places& places) {
  std::vector<std::int64_t> sums = {0};
  for (std::size_t i = 0; i < 2 * places.size(); ++i)
    sums.push_back(sums.back() + places[i % places.size()].count);
  return sums;
}

/// The `width` blocks from that of rank `first` on (mod p).
inline Places slice(const Places& places, int first, int width) {
  Places some;
  for (int i = 0; i < width; ++i) some.push_back(places[(first + i) % static_cast<int>(places.size())]);
  return some;
}

/// Where blocks in sequence start.
inline std::int64_t start(const Places& places) {
  for (const Range& block : places)
    if (block.count > 0) return block.first;
  return 0;
}

/// Of the call's receive buffer.
inline Places received(const Allgather& call, int processes) {
  return places(call.count, processes);
}
inline Places received(const Allgatherv& call, int) {
  return places(call.counts, call.displacements);
}
inline Places received(const Alltoall& call, int processes) {
  return places(call.count, processes);
}
inline Places received(const Alltoallv& call, int) {
  return places(call.recv_counts, call.recv_displacements);
}
/// At the root.
inline Places received(const Gather& call, int processes) {
  return places(call.count, processes);
}
inline Places received(const Gatherv& call, int) {
  return places(call.counts, call.displacements);
}

/// Of the call's send buffer; in place, where there is none, of the receive buffer.
inline Places sent(const Alltoall& call, int processes) {
  return places(call.count, processes);
}
inline Places sent(const Alltoallv& call, int processes) {
  return call.send == MPI_IN_PLACE ? received(call, processes)
                                   : places(call.send_counts, call.send_displacements);
}
inline Places sent(const ReduceScatterBlock& call, int processes) {
  return places(call.count, processes);
}
inline Places sent(const ReduceScatter& call, int) {
  Places all;
  for (const int count : call.counts) all.push_back({0, count});
  return packed(std::move(all));
}
/// At the root.
inline Places sent(const Scatter& call, int processes) {
  return places(call.count, processes);
}
inline Places sent(const Scatterv& call, int) {
  return places(call.counts, call.displacements);
}

}  // namespace collsim
