#pragma once

#include <memory>
#include <vector>

#include "algorithms/facts/node.hpp"

namespace collsim {

/// The node of a rank that shares its memory with nobody.
class Alone final : public Node {
 public:
  Alone(int ranks, int rank) : Node(std::make_shared<const Nodes>(ranks), rank) {}

  std::byte* segment(std::size_t bytes) override {
    if (memory_.size() < bytes) memory_.resize(bytes);
    return memory_.data();
  }
  void raise(std::int64_t) override {}
  void await(int, std::int64_t) override {}
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return word_.compare_exchange(call, expected, desired);
  }
  std::byte* map_private(std::byte* memory, std::size_t) override { return memory; }
  void unmap_private(std::byte*, std::size_t) override {}

 private:
  std::vector<std::byte> memory_;
  Word word_;
};

}  // namespace collsim
