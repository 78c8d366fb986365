#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include "algorithms/facts/node.hpp"
#include "algorithms/facts/unwritten.hpp"
#include "backends/trial/arena.hpp"
#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {

/// The segments of a simulated trial's nodes: memory of this process, or of the arena where no data is carried.
class NodeMemory {
 public:
  NodeMemory(std::shared_ptr<const Nodes> nodes, bool carries_data, Arena& arena)
      : nodes_(std::move(nodes)),
        carries_data_(carries_data),
        arena_(&arena),
        segments_(static_cast<std::size_t>(nodes_->count())) {}

  const std::shared_ptr<const Nodes>& nodes() const { return nodes_; }
  bool carries_data() const { return carries_data_; }
  /// Throws Error where there is not so much memory. One place for each number of bytes: a rank that is a call behind finds
  /// what the others had then.
  std::byte* segment(int node, std::size_t bytes) {
    bytes = std::max<std::size_t>(bytes, 1);
    try {
      if (!carries_data_) return arena_->at_least(bytes);
      auto& memory = segments_[static_cast<std::size_t>(node)][bytes];
      if (memory.empty()) memory.assign(bytes, unwritten);
      return memory.data();
    } catch (const std::bad_alloc&) {
      throw Error(fmt::format("a node's segment of {} is more than there is memory",
                              human_bytes(static_cast<std::int64_t>(bytes))));
    }
  }

 private:
  std::shared_ptr<const Nodes> nodes_;
  bool carries_data_;
  Arena* arena_;
  std::vector<std::map<std::size_t, std::vector<std::byte>>> segments_;  ///< by node
};

/// What a simulated rank shares with the others of its node; the backend has the flags.
class SimulatedNode : public Node {
 public:
  SimulatedNode(NodeMemory& memory, int rank) : Node(memory.nodes(), rank), memory_(&memory) {}

  std::byte* segment(std::size_t bytes) override { return memory_->segment(number(), bytes); }
  std::byte* map_private(std::byte* memory, std::size_t bytes) override {
    if (!memory_->carries_data()) return memory;
    private_.assign(memory, memory + bytes);
    return private_.data();
  }
  void unmap_private(std::byte*, std::size_t) override { std::ranges::fill(private_, unwritten); }

 private:
  NodeMemory* memory_;
  std::vector<std::byte> private_;
};

}  // namespace collsim
