#pragma once

#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/nodes.hpp"

namespace collsim {

struct SliceTable;

/// Where the blocks of a buffer lie, by the rank whose they are, so that one implementation serves a call
/// with equal blocks and the one with counts and displacements. Equal blocks one behind the other need no table. Others are
/// a table with what follows from it, which all copies share: of a call whose ranks are simulated by one process and have
/// the same blocks there is one, and what a rank reads of it does not grow with their number.
class Places {
 public:
  Places() = default;
  Places(std::int64_t count, int processes)
      : processes_(static_cast<std::size_t>(processes)), count_(count) {}
  Places(std::vector<Range> blocks);
  Places(std::initializer_list<Range> blocks) : Places(std::vector<Range>(blocks)) {}

  std::size_t size() const { return processes_; }
  /// Whether all are equal, one behind the other, and each of that many elements.
  std::optional<std::int64_t> equal() const { return table_ ? std::nullopt : std::optional(count_); }
  Range operator[](std::size_t rank) const {
    return table_ ? table_->blocks[rank] : Range{static_cast<std::int64_t>(rank) * count_, count_};
  }
  /// Elements of the blocks of all lower ranks; of rank p, of all blocks.
  std::int64_t before(std::size_t rank) const {
    return table_ ? table_->before[rank] : static_cast<std::int64_t>(rank) * count_;
  }
  std::int64_t total() const { return before(processes_); }
  /// Elements of the largest block.
  std::int64_t most() const { return table_ ? table_->most : count_; }
  /// Elements of a buffer that holds all.
  std::int64_t extent() const { return table_ ? table_->extent : total(); }
  /// Do the blocks lie one behind the other? (Empty ones lie anywhere.)
  bool in_sequence() const { return !table_ || table_->in_sequence; }
  /// Where blocks in sequence start.
  std::int64_t start() const { return table_ ? table_->start : 0; }

  /// What NodeSlices has made of the table, by nodes and senders, for all who share it.
  using Slices = std::map<std::pair<std::shared_ptr<const Nodes>, int>, std::shared_ptr<const SliceTable>>;
  Slices& slices() const { return table_->slices; }

  struct Block {
    const Places* places;
    Range operator()(std::size_t rank) const { return (*places)[rank]; }
  };
  using Iterator = boost::transform_iterator<Block, boost::counting_iterator<std::size_t>>;
  Iterator begin() const { return {boost::counting_iterator<std::size_t>(0), {this}}; }
  Iterator end() const { return {boost::counting_iterator<std::size_t>(processes_), {this}}; }

 private:
  struct Table {
    explicit Table(std::vector<Range> all);

    std::vector<Range> blocks;
    std::vector<std::int64_t> before = {0};
    std::int64_t most = 0, extent = 0, start = 0;
    bool in_sequence = true;
    mutable Slices slices = {};
  };

  std::size_t processes_ = 0;
  std::int64_t count_ = 0;
  std::shared_ptr<const Table> table_;  ///< null: equal blocks
};

Places places(const Blocks& blocks, int processes);
Places places(std::span<const int> counts, std::span<const std::int64_t> displacements);
/// Blocks of so many elements, one behind the other.
Places places(std::span<const int> counts);
/// Blocks as long as these, one behind the other.
Places packed(const Places& places);
/// The `width` blocks from that of rank `first` on (mod p).
Places slice(const Places& places, int first, int width);

/// Elements of all blocks before block i, i = 0..2p, which are counted twice over: blocks i..j-1 (mod p)
/// together have [j] - [i].
class CyclicSums {
 public:
  explicit CyclicSums(Places places) : places_(std::move(places)) {}

  std::int64_t operator[](int i) const {
    const auto block = static_cast<std::size_t>(i);
    if (block <= places_.size()) return places_.before(block);
    return places_.total() + places_.before(block - places_.size());
  }

 private:
  Places places_;
};

}  // namespace collsim
