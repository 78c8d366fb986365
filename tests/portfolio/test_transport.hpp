#pragma once

#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/transport.hpp"

namespace collsim::testing {

/// Temporary memory of a rank, around which nothing may be written.
class GuardedMemory {
 public:
  /// `acquire` and `release` as Transport's: of memory that nobody has written.
  template <class Acquire>
  std::byte* acquire(std::size_t bytes, const Acquire& acquire) {
    std::byte* const memory = acquire(bytes + 2 * margin) + margin;
    taken_[memory] = bytes;
    return memory;
  }
  template <class Release>
  void release(std::byte* memory, const Release& release) {
    const std::size_t bytes = taken_.extract(memory).mapped();
    overran_ = overran_ || !untouched(memory - margin) || !untouched(memory + bytes);
    release(memory - margin);
  }
  /// Whether something was written near temporary memory since this was last asked.
  bool overran() { return std::exchange(overran_, false); }

 private:
  static constexpr std::size_t margin = 4096;

  static bool untouched(const std::byte* memory) {
    static const std::vector<std::byte> pattern(margin, unwritten);
    return std::memcmp(memory, pattern.data(), margin) == 0;
  }

  std::map<std::byte*, std::size_t> taken_;  ///< memory that is in use, and its size
  bool overran_ = false;
};

/// A rank of a test: nothing is charged, no memory holds an operand until one is written, and none may be written
/// around what was asked for. `Base`: a Transport, which takes the messages.
template <class Base>
class TestTransport final : public Base {
 public:
  /// `node`: what the rank shares; null where no ranks share nodes.
  template <class... Of>
  explicit TestTransport(GuardedMemory& memory, Node* node, Of&&... base)
      : Base(std::forward<Of>(base)...), memory_(&memory), node_(node) {}

  std::byte* acquire(std::size_t bytes) override {
    return memory_->acquire(bytes, [this](std::size_t all) { return this->acquire_unwritten(all); });
  }
  void release(std::byte* memory) override {
    memory_->release(memory, [this](std::byte* all) { Base::release(all); });
  }
  Node* node() override { return node_; }
  /// The ranks of a simulated world share the memory of a process: rank 0 puts together what lies in that of the others.
  void traverse(std::int64_t, const Contribution& own, const Together& together) override {
    constexpr std::int64_t bytes = sizeof(Contribution);
    if (this->rank() > 0) {
      this->send({&own, bytes, mpi_byte, bytes}, 0, 0);
      this->receive({nullptr, 0, mpi_byte, 0}, 0);
      return;
    }
    std::vector<Contribution> all(static_cast<std::size_t>(this->size()), own);
    for (int other = 1; other < this->size(); ++other)
      this->receive({&all[static_cast<std::size_t>(other)], bytes, mpi_byte, bytes}, other);
    together(all);
    for (int other = 1; other < this->size(); ++other) this->send({nullptr, 0, mpi_byte, 0}, other, 0);
  }

 private:
  GuardedMemory* memory_;
  Node* node_;
};

}  // namespace collsim::testing
