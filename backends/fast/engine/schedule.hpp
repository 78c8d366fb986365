#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace collsim::fast {

/// What the ranks of a data-oblivious algorithm do, whatever their messages hold: written down once, rank by
/// rank, and then evaluated without fibers and stacks.
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
    work               ///< `amount` bytes through the memory `peer`; the next step's amount is the bound
  };
  struct Step {
    union {
      std::int64_t bytes;
      double amount;
    };
    std::int32_t peer;
    std::uint32_t slot : 23;  ///< of the request that a post begins and a wait ends; 0 in a blocking call
    bool blocking : 1;        ///< a post of a blocking call
    Kind kind : 8;
  };
  static_assert(sizeof(Step) == 16);

  explicit Schedule(int processes) : ranks_(static_cast<std::size_t>(processes)) {}

  // Writing, one rank after the other:
  /// Returns the slot, 0 if blocking.
  std::uint32_t post(Kind kind, int peer, int tag, std::int64_t bytes, bool blocking);
  void wait(std::uint32_t slot);
  void finish() { write(Kind::finish, 0, 0); }
  void spend(double seconds);
  void work(int memory, double bytes, double bound);
  /// What was written since the last call is this rank's.
  void close(int rank);

  std::span<const Step> steps(int rank) const { return ranks_[static_cast<std::size_t>(rank)].steps; }
  std::uint32_t slots(int rank) const { return ranks_[static_cast<std::size_t>(rank)].slots; }

 private:
  struct Rank {
    std::vector<Step> steps;
    std::uint32_t slots = 0;
  };

  void write(Kind kind, int peer, double amount);

  std::vector<Rank> ranks_;
  // Of the rank that is being written:
  std::vector<Step> steps_;
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t slots_ = 0;
  int tag_ = 0;
};

}  // namespace collsim::fast
