#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace collsim::fast {

/// What the ranks of a data-oblivious algorithm do, whatever their messages hold: written down once
/// (recorder.hpp), and then evaluated without fibers and stacks (replay.hpp).
class Schedule {
 public:
  enum class Kind : std::uint8_t {
    send,              ///< `bytes` to `peer`
    synchronous_send,  ///< likewise
    recv,              ///< at most `bytes` from `peer`
    tag,               ///< of the posts from now on: `peer`
    wait,              ///< for the request in the slot
    finish,            ///< for the blocking posts
    spend,             ///< `amount` seconds
    work,              ///< `amount` bytes through the memory `peer`; the next step's amount is the bound
    raise,             ///< its flag says `bytes` steps
    await              ///< for that of `peer`
  };
  static constexpr unsigned slot_bits = 23;
  struct Step {
    union {
      std::int64_t bytes;
      double amount;
    };
    std::int32_t peer;
    std::uint32_t slot
        : slot_bits;    ///< of the request that a post begins and a wait ends; 0 in a blocking call
    bool blocking : 1;  ///< a post of a blocking call
    Kind kind : 8;
  };
  static_assert(sizeof(Step) == 16);

  explicit Schedule(int processes) : ranks_(static_cast<std::size_t>(processes)) {}

  /// All that a rank does, with so many requests under way at one time.
  void set(int rank, std::vector<Step> steps, std::uint32_t slots) {
    ranks_[static_cast<std::size_t>(rank)] = {std::move(steps), slots};
  }
  std::span<const Step> steps(int rank) const { return ranks_[static_cast<std::size_t>(rank)].steps; }
  std::uint32_t slots(int rank) const { return ranks_[static_cast<std::size_t>(rank)].slots; }

 private:
  struct Rank {
    std::vector<Step> steps;
    std::uint32_t slots = 0;
  };

  std::vector<Rank> ranks_;
};

}  // namespace collsim::fast
