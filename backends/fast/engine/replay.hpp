#pragma once

#include "backends/fast/engine/flags.hpp"
#include "backends/fast/engine/memories.hpp"
#include "backends/fast/engine/messages.hpp"
#include "backends/fast/engine/schedule.hpp"

namespace collsim::fast {

/// Ranks that do what a schedule says. They post, wait and spend as fibers that run the recorded code would,
/// with the same times to the bit.
class Replay {
 public:
  /// The schedule must stay.
  Replay(const Schedule& schedule, Ranks& ranks, Messages& messages, Memories& memories, Flags& flags);

  /// As far as the rank goes without what is not known yet.
  void resume(Rank& rank);
  static bool failed() { return false; }

  // The rank goes on soon:
  void prefetch(const Rank& rank) const { fast::prefetch(&reader_of(rank)); }
  void prefetch_code(const Rank& rank) const { prefetch_lines(reader_of(rank).steps.data(), 2 * cache_line); }

 private:
  /// Where a rank is in its schedule.
  struct alignas(cache_line) Reader {
    std::span<const Schedule::Step> steps = {};  ///< to come
    Request** slots = nullptr;
    std::int32_t tag = 0;
    Work work = {};
  };

  const Reader& reader_of(const Rank& rank) const { return readers_[static_cast<std::size_t>(rank.number)]; }
  void post(Rank& rank, const Reader& reader, const Schedule::Step& step);
  static bool must_wait(Rank& rank, const Reader& reader);

  Ranks& ranks_;
  Messages& messages_;
  Memories& memories_;
  Flags& flags_;
  std::vector<Reader> readers_;  ///< of each rank
  std::vector<Request*> slots_;  ///< of all ranks
};

}  // namespace collsim::fast
