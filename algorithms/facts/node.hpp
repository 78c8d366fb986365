#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/facts/nodes.hpp"
#include "support/error.hpp"

namespace collsim {

/// What the ranks of a node change one after the other: 0 before the first does in a call.
struct alignas(8) Word {
  std::uint32_t call = 0;
  std::int32_t value = 0;

  /// Does what Node::compare_exchange() says.
  int compare_exchange(std::int64_t this_call, int expected, int desired) {
    const auto number = static_cast<std::uint32_t>(this_call);
    const int found = call == number ? value : 0;
    if (found == expected) *this = {number, desired};
    return found;
  }
};

/// What a call has left for this rank in the segment instead of in a buffer of its own.
struct Result {
  void* vector;       ///< where its element 0 starts
  std::byte* memory;  ///< that of all its elements
  std::size_t bytes;
  bool
      copied_on_write;  ///< private pages, which the rank may write; else they are others', too, and only read
  std::int64_t steps;   ///< that this rank will have done when it has released it
};

/// A rank's side of what it shares with the other ranks of its node: memory, and a flag of each rank, which says how many
/// steps that rank has done. Ranks of a node count the same steps, from 0 on, through all calls.
class Node {
 public:
  Node(std::shared_ptr<const Nodes> nodes, int rank) : nodes_(std::move(nodes)), rank_(rank) {}
  virtual ~Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const Nodes& nodes() const { return *nodes_; }
  const std::shared_ptr<const Nodes>& shared_nodes() const { return nodes_; }
  int number() const { return nodes_->node_of(rank_); }
  int place() const { return nodes_->place_of(rank_); }
  int size() const { return nodes_->size(number()); }
  /// The rank in that place of this node.
  int rank(int place) const { return nodes_->rank(number(), place); }

  /// The segment: at least so many bytes, the same memory for all ranks of the node, which all ask for it with the same
  /// number. It stays where it is until the rank asks again, and keeps what it holds. Throws Error where there is not so
  /// much memory.
  virtual std::byte* segment(std::size_t bytes) = 0;
  /// This rank has done so many steps: whoever waits for them sees what it wrote before.
  virtual void raise(std::int64_t steps) = 0;
  /// Waits until that rank of this node has done so many steps.
  virtual void await(int rank, std::int64_t steps) = 0;
  /// What the node's word said, which says `desired` afterwards if that was as expected; all at one moment. Whoever finds
  /// what another rank put there sees what that one wrote before. `call`: as begin_call() gave it; 0 is what the word
  /// says before the first rank of the node changes it.
  virtual int compare_exchange(std::int64_t call, int expected, int desired) = 0;

  /// Pages of this rank alone that hold what those bytes of the segment do, each of them copied when the rank first writes
  /// to it. The segment must stay as it is until unmap_private() has got what this returned. Throws Error.
  virtual std::byte* map_private(std::byte* memory, std::size_t bytes) = 0;
  virtual void unmap_private(std::byte* memory, std::size_t bytes) = 0;

  /// The number of steps before a call that takes so many. Throws Error while the rank holds the last call's result: the
  /// segment must stay as it is.
  std::int64_t begin_call(int steps) {
    if (result) throw Error("the result of the last call is still held; right would be to release it first");
    return std::exchange(begun_, begun_ + steps);
  }

  std::optional<Result> result;  ///< that this rank holds

 private:
  std::shared_ptr<const Nodes> nodes_;
  int rank_;
  std::int64_t begun_ = 0;
};

}  // namespace collsim
