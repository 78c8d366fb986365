#pragma once

#include "backends/fast/engine/engine.hpp"
#include "backends/fast/schedules/schedule.hpp"

namespace collsim::fast {

/// Has an engine's ranks do what a schedule says, whatever that is. They post, wait and spend as fibers that run the recorded code
/// would, with the same times to the bit. A runner (ready_queue.hpp).
class Replay {
 public:
  /// The schedule, of one lane, and the engine must outlive it.
  Replay(const Schedule& schedule, Engine& engine);

  /// Goes on as far as the rank can without what is not known yet.
  void resume(Rank& rank);
  static bool failed() { return false; }

  // The rank goes on soon:
  void prefetch(const Rank& rank) const { fast::prefetch(&place_of(rank)); }
  void prefetch_code(const Rank& rank) const { fast::prefetch(place_of(rank).reader.address()); }

 private:
  using Step = Schedule::Step;
  /// Where a rank is in its schedule.
  struct alignas(cache_line) ReplayedRank {
    Schedule::Reader reader;
    Request** requests;  ///< the two of a call whose send may outlive it, null without; then those in slots
    bool begun = false;  ///< the step
    bool outlived = false;  ///< of a call that has begun: its send may outlive it
    static constexpr std::size_t of_call = 2;

    Request*& in_slot(const Step& step) const { return requests[of_call + step.move.slot]; }
    std::span<Request*> both() const { return {requests, of_call}; }
  };
  static_assert(sizeof(ReplayedRank) == cache_line);

  const ReplayedRank& place_of(const Rank& rank) const {
    return places_[static_cast<std::size_t>(rank.number)];
  }
  bool begin(Rank& rank, ReplayedRank& place, const Step& step);
  void call(Rank& rank, ReplayedRank& place, const Step& step);
  void send(Rank& rank, Request& request, const Step& step);
  void recv(Rank& rank, Request& request, const Step& step);
  static bool must_wait(Rank& rank, const ReplayedRank& place, const Step& step);
  void leave(Rank& rank, ReplayedRank& place, const Step& step);
  void leave(Rank& rank, Request* request);

  const Schedule& schedule_;
  Ranks& ranks_;
  Messages& messages_;
  Memories& memories_;
  EngineFlags& flags_;
  std::vector<ReplayedRank> places_;  ///< of each rank
  std::vector<Request*> requests_;    ///< of all places
  std::vector<MemoryWork> works_;     ///< of each rank
};

}  // namespace collsim::fast
