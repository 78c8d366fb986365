#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/facts/node.hpp"
#include "backends/fast/engine/event_loop.hpp"
#include "backends/fast/engine/ready_queue.hpp"
#include "backends/fast/engine/settings.hpp"
#include "backends/fast/networks/lane.hpp"

namespace collsim::fast {

/// The flags of all ranks, which others of their node wait for, and the words of nodes (node.hpp). Each lies in a cache
/// line, which serves those that look at it one after the other.
class EngineFlags {
 public:
  EngineFlags(Ranks& ranks, EventLoop& events, ReadyQueue& ready, const Settings& settings)
      : ranks_(ranks),
        events_(events),
        ready_(ready),
        inside_(settings.inside.get()),
        latency_(settings.flag_latency),
        transfer_(settings.flag_transfer),
        flags_(static_cast<std::size_t>(ranks.size())),
        words_(static_cast<std::size_t>(ranks.size())) {}

  /// The rank's flag says so many steps, more than before, from its now on.
  void raise(const Rank& rank, std::int64_t steps);
  /// Whether the rank goes on at once, its clock at the moment when it has seen so many steps; else it will be ready then.
  bool await(Rank& rank, int flag, std::int64_t steps);
  /// An event of kind `see`.
  void see(const TimelineEvent& event);
  /// The rank changes the word at its now; `change` stays until the rank is ready.
  void begin(Rank& rank, Change& change);
  /// The event of that.
  void change(const TimelineEvent& event);

 private:
  struct Flag {
    std::vector<std::pair<std::int64_t, double>> raised;         ///< steps, and when, in order
    std::vector<std::pair<std::int64_t, std::int32_t>> waiting;  ///< steps, and who wants them
    Lane line;
  };
  struct SharedWord {
    Word word;
    Lane line;
  };

  Flag& flag_of(int rank) { return flags_[static_cast<std::size_t>(rank)]; }
  bool look(Rank& rank, int flag, double raised);

  Ranks& ranks_;
  EventLoop& events_;
  ReadyQueue& ready_;
  /// Seconds until a rank sees what another one has written.
  double latency(int flag, const Rank& rank) const {
    return inside_ ? inside_->flag(flag, rank.number) : latency_;
  }

  const InsideNodes* inside_;  ///< null: nodes have no levels
  double latency_, transfer_;
  std::vector<Flag> flags_;        ///< by rank
  std::vector<SharedWord> words_;  ///< by node
};

}  // namespace collsim::fast
