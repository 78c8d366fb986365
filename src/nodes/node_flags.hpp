#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "algorithms/facts/node.hpp"

namespace collsim {

/// The flags of a node's ranks and its word (node.hpp), in memory that is 0 at first and that they share, at whatever
/// address: each in a cache line of its own.
class NodeFlags {
 public:
  static constexpr std::size_t bytes(int ranks) { return (static_cast<std::size_t>(ranks) + 1) * line; }

  /// Looks that take about as long as to give the core away and to get it back.
  static constexpr int usual_patience = 10'000;

  /// `patience`: so many looks come one after the other.
  NodeFlags(std::byte* memory, int ranks, int patience = usual_patience)
      : memory_(memory), ranks_(ranks), patience_(patience) {}

  void raise(int place, std::int64_t steps) const {
    std::atomic_ref(flag(place)).store(steps, std::memory_order_release);
  }
  /// Looks again and again, and calls idle() between looks where that lasts.
  template <class Idle>
  void await(int place, std::int64_t steps, const Idle& idle) const {
    const std::atomic_ref shared(flag(place));
    for (int looks = 0; shared.load(std::memory_order_acquire) < steps; ++looks)
      if (looks >= patience_) idle();
  }
  /// Does what Node::compare_exchange() says.
  int compare_exchange(std::int64_t call, int expected, int desired) const {
    const std::atomic_ref shared(word());
    static_assert(decltype(shared)::is_always_lock_free, "other processes change it");
    for (Word found = shared.load(std::memory_order_acquire);;) {
      Word changed = found;
      const int seen = changed.compare_exchange(call, expected, desired);
      if (seen != expected ||
          shared.compare_exchange_weak(found, changed, std::memory_order_acq_rel, std::memory_order_acquire))
        return seen;
    }
  }

 private:
  static constexpr std::size_t line = 64;

  std::int64_t& flag(int place) const {
    return *reinterpret_cast<std::int64_t*>(memory_ + static_cast<std::size_t>(place) * line);
  }
  Word& word() const { return *reinterpret_cast<Word*>(memory_ + static_cast<std::size_t>(ranks_) * line); }

  std::byte* memory_;
  int ranks_, patience_;
};

}  // namespace collsim
