#pragma once

#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/facts/blocks.hpp"

namespace collsim {

/// Where the blocks of a buffer lie, by the rank whose they are, so that one implementation serves a call
/// with equal blocks and the one with counts and displacements. Equal blocks one behind the other need no table, of
/// which every rank would have one.
class Places {
 public:
  Places() = default;
  Places(std::int64_t count, int processes)
      : processes_(static_cast<std::size_t>(processes)), count_(count) {}
  Places(std::vector<Range> table) : processes_(table.size()), table_(std::move(table)) {}
  Places(std::initializer_list<Range> table) : Places(std::vector<Range>(table)) {}

  std::size_t size() const { return processes_; }
  /// Whether all are equal, one behind the other, and each of that many elements.
  std::optional<std::int64_t> equal() const { return table_.empty() ? std::optional(count_) : std::nullopt; }
  Range operator[](std::size_t rank) const {
    return table_.empty() ? Range{static_cast<std::int64_t>(rank) * count_, count_} : table_[rank];
  }

  struct Block {
    const Places* places;
    Range operator()(std::size_t rank) const { return (*places)[rank]; }
  };
  using Iterator = boost::transform_iterator<Block, boost::counting_iterator<std::size_t>>;
  Iterator begin() const { return {boost::counting_iterator<std::size_t>(0), {this}}; }
  Iterator end() const { return {boost::counting_iterator<std::size_t>(processes_), {this}}; }

 private:
  std::size_t processes_ = 0;
  std::int64_t count_ = 0;
  std::vector<Range> table_ = {};
};

inline Places places(const Blocks& blocks, int processes) {
  std::vector<Range> all;
  for (int rank = 0; rank < processes; ++rank) all.push_back(blocks[rank]);
  return all;
}

inline Places places(std::span<const int> counts, std::span<const std::int64_t> displacements) {
  std::vector<Range> all;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) all.push_back({displacements[rank], counts[rank]});
  return all;
}

/// Blocks as long as these, one behind the other.
inline Places packed(const Places& places) {
  if (places.equal()) return places;
  std::vector<Range> all;
  std::int64_t end = 0;
  for (const Range& block : places) {
    all.push_back({end, block.count});
    end += block.count;
  }
  return all;
}

/// Do the blocks lie one behind the other? (Empty ones lie anywhere.)
inline bool in_sequence(const Places& places) {
  if (places.equal()) return true;
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
  if (const auto count = places.equal()) return *count * static_cast<std::int64_t>(places.size());
  std::int64_t sum = 0;
  for (const Range& block : places) sum += block.count;
  return sum;
}

/// Elements of all blocks before block i, i = 0..2p, which are counted twice over: blocks i..j-1 (mod p)
/// together have [j] - [i].
class CyclicSums {
 public:
  explicit CyclicSums(const Places& places) : count_(places.equal().value_or(0)) {
    if (places.equal()) return;
    table_ = {0};
    for (std::size_t i = 0; i < 2 * places.size(); ++i)
      table_.push_back(table_.back() + places[i % places.size()].count);
  }

  std::int64_t operator[](int i) const {
    return table_.empty() ? i * count_ : table_[static_cast<std::size_t>(i)];
  }

 private:
  std::int64_t count_;
  std::vector<std::int64_t> table_ = {};
};

/// The `width` blocks from that of rank `first` on (mod p).
inline Places slice(const Places& places, int first, int width) {
  std::vector<Range> some;
  for (int i = 0; i < width; ++i) some.push_back(places[static_cast<std::size_t>(first + i) % places.size()]);
  return some;
}

/// Where blocks in sequence start.
inline std::int64_t start(const Places& places) {
  for (const Range& block : places)
    if (block.count > 0) return block.first;
  return 0;
}

/// The places of the blocks in the call's receive buffer.
inline Places received(const Allgather& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Allgatherv& call, int) {
  return places(call.counts, call.displacements);
}
inline Places received(const Alltoall& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Alltoallv& call, int) {
  return places(call.recv_counts, call.recv_displacements);
}
/// The places of the blocks in the root's receive buffer.
inline Places received(const Gather& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Gatherv& call, int) {
  return places(call.counts, call.displacements);
}

/// The places of the blocks in the call's send buffer; in place, where there is none, of the receive buffer.
inline Places sent(const Alltoall& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const Alltoallv& call, int processes) {
  return call.send == MPI_IN_PLACE ? received(call, processes)
                                   : places(call.send_counts, call.send_displacements);
}
inline Places sent(const ReduceScatterBlock& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const ReduceScatter& call, int) {
  std::vector<Range> all;
  for (const int count : call.counts) all.push_back({0, count});
  return packed(all);
}
/// The places of the blocks in the root's send buffer.
inline Places sent(const Scatter& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const Scatterv& call, int) {
  return places(call.counts, call.displacements);
}

}  // namespace collsim
