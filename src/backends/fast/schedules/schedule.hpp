#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace collsim::fast {

/// What the ranks of a data-oblivious algorithm do, whatever their messages hold: written down once
/// (recorder.hpp), and then evaluated without fibers and stacks (evaluate.hpp).
///
/// It is written down for one or several lanes: executions in which ranks do the same with other sizes and seconds.
class Schedule {
 public:
  enum class Kind : std::uint32_t {
    call,   ///< sends `out` bytes to `to`, receives at most `in` from `from`, waits for both; -1: nobody
    send,   ///< posts `out` bytes to `to`, in a slot
    recv,   ///< posts at most `in` bytes from `from`, in a slot
    wait,   ///< for the request in the slot
    work,   ///< `spent[0]` bytes through the memory `to`, at most `spent[1]` per second
    raise,  ///< its flag says `out` steps
    await   ///< for `out` steps of the flag of `to`
  };
  /// What is the same in all lanes.
  struct Move {
    Kind kind = Kind::call;
    std::int32_t to = -1, from = -1;
    std::int32_t out_tag = 0, in_tag = 0;
    std::uint32_t slot = 0;  ///< of the request that a post begins and a wait ends
    bool operator==(const Move&) const = default;
  };
  struct Amounts {
    std::int64_t out = 0, in = 0;
    std::array<double, 3> spent = {};  ///< seconds after that, one after the other
    bool operator==(const Amounts&) const = default;
  };
  /// A step of one lane.
  struct Step {
    Move move = {};
    Amounts amounts = {};
    bool operator==(const Step&) const = default;
  };
  /// Steps [first, first + length), so many times.
  struct Loop {
    std::size_t first, length, repeat;
    bool operator==(const Loop&) const = default;
  };
  /// What one rank does in one lane.
  struct Tape {
    std::vector<Loop> loops;
    std::vector<Step> steps;
    std::uint32_t slots = 0;  ///< requests under way at one time
  };

  Schedule(int processes, std::size_t lanes) : ranks_(static_cast<std::size_t>(processes)), lanes_(lanes) {}

  /// All that a rank does in those of the lanes that have done alike so far, the first among them: returns the lanes
  /// that still do.
  std::vector<std::size_t> set(int rank, std::span<const Tape> tapes, std::vector<std::size_t> alike);

  std::size_t lanes() const { return lanes_; }
  /// Bytes of what is written down.
  std::int64_t memory() const {
    return static_cast<std::int64_t>(memory_of_programs_ + amounts_.size() * sizeof(Amounts));
  }
  /// Whether no request outlives its step, and ranks wait for nothing but messages.
  bool has_only_calls() const;
  /// Whether ranks make the same calls at the same time if messages between any two take the same: all share one program, and
  /// whom one sends to receives from it in the same step.
  bool is_symmetric() const;
  /// Whether some step sends what a row says, for each row.
  std::vector<bool> sent_rows() const;
  std::uint32_t slots(int rank) const { return program_of(rank).slots; }
  /// How many different amounts there are; the `row`-th, by lane.
  std::size_t rows() const { return amounts_.size() / lanes_; }
  const Amounts* row(std::size_t row) const { return &amounts_[row * lanes_]; }

  class Reader;

 private:
  struct Entry {
    Move move;
    std::uint32_t row;
  };
  /// What a rank does, and others with their peers in the place of its own.
  struct Program {
    int rank;
    std::vector<Loop> loops = {};
    std::vector<Entry> steps = {};
    std::uint32_t slots = 0;
    std::int32_t memory = 0;  ///< the first that it works through
  };
  /// Whose program a rank shares, and how its peers follow from those of that rank: by the same difference of ranks, or
  /// the same bits. Its memories follow by the same difference.
  struct Rank {
    enum class Peers : std::uint8_t { shifted, flipped };
    std::uint32_t program = 0;
    Peers peers = Peers::shifted;
    std::int32_t by = 0, memories = 0;

    Move move_of(const Move& move, std::int32_t processes) const {
      if (by == 0) return move;
      if (move.kind == Kind::work) return {.kind = move.kind, .to = move.to + memories};
      // Member by member: a whole copy with members changed is written and read in pieces of different sizes, which takes long.
      return {.kind = move.kind,
              .to = peer_of(move.to, processes),
              .from = peer_of(move.from, processes),
              .out_tag = move.out_tag,
              .in_tag = move.in_tag,
              .slot = move.slot};
    }
    std::int32_t peer_of(std::int32_t peer, std::int32_t processes) const {
      if (peer < 0) return peer;
      if (peers == Peers::flipped) return peer ^ by;
      return peer + by < processes ? peer + by : peer + by - processes;
    }
  };

  class Merger;
  const Program& program_of(int rank) const {
    return programs_[ranks_[static_cast<std::size_t>(rank)].program];
  }
  Rank sharing(std::uint32_t number, Rank::Peers peers, const Program& program) const;
  bool same(const Rank& rank, const Program& program) const;
  std::size_t hash(const Program& program, Rank::Peers peers) const;
  std::uint32_t row_of(std::span<const Amounts> amounts);
  std::uint32_t find_row(std::span<const Amounts> amounts);
  bool is_row(std::uint32_t number, std::span<const Amounts> amounts) const;

  std::vector<Rank> ranks_;
  std::vector<Program> programs_;
  std::size_t memory_of_programs_ = 0;
  std::unordered_multimap<std::size_t, std::uint32_t> known_programs_;  ///< by their hashes of both kinds
  std::size_t lanes_;
  std::vector<Amounts> amounts_;  ///< the rows
  std::vector<std::uint32_t>
      row_behind_;  ///< of each row: the one that was asked for after it, most often again
  std::uint32_t last_row_ = 0;
  std::unordered_multimap<std::size_t, std::uint32_t> known_rows_;  ///< by their hashes
};

/// Where a rank is in what it does.
class Schedule::Reader {
 public:
  Reader(const Schedule& schedule, int rank)
      : program_(&schedule.program_of(rank)),
        rank_(schedule.ranks_[static_cast<std::size_t>(rank)]),
        processes_(static_cast<std::int32_t>(schedule.ranks_.size())) {
    open();
  }

  bool at_end() const { return loop_ == program_->loops.size(); }
  Move move() const { return rank_.move_of(program_->steps[step_].move, processes_); }
  std::size_t row() const { return program_->steps[step_].row; }
  const void* address() const { return program_->steps.data() + step_; }
  void next() {
    if (++step_ < end_) return;
    if (--left_ > 0)
      step_ = static_cast<std::uint32_t>(program_->loops[loop_].first);
    else
      ++loop_, open();
  }

 private:
  void open() {
    if (at_end()) return;
    const Loop& loop = program_->loops[loop_];
    step_ = static_cast<std::uint32_t>(loop.first);
    end_ = static_cast<std::uint32_t>(loop.first + loop.length);
    left_ = loop.repeat;
  }

  const Program* program_;
  std::size_t left_ = 0;  ///< executions of the loop
  Rank rank_;
  std::int32_t processes_;
  std::uint32_t loop_ = 0, step_ = 0, end_ = 0;
};

}  // namespace collsim::fast
