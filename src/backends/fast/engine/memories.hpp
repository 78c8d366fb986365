#pragma once

#include <algorithm>

#include "backends/fast/engine/event_loop.hpp"

namespace collsim::fast {

/// The memories of nodes, which ranks of the node that move bytes share max-min fairly.
class Memories {
 public:
  Memories(const Ranks& ranks, Flows& flows, EventLoop& events)
      : ranks_(ranks), flows_(flows), events_(events) {}

  /// Moves bytes from the rank's now on; `work` stays until the rank goes on. Tells whether it goes on at once, its clock at
  /// the end: where it is alone on its node it shares nothing, and nobody need know.
  bool begin(Rank& rank, const MemoryWork& work) {
    if (flows_.only_memories() && ranks_.is_alone(rank)) {
      rank.now += work.bytes / std::min(work.bound, flows_.memory_bandwidth(work.memory));
      return true;
    }
    TimelineEvent event{rank.now, rank.number, rank.number, rank.asked++, TimelineEvent::Kind::work, {}};
    event.work = &work;
    events_.schedule(event);
    rank.doing = "its memory";
    return false;
  }
  /// The event of that.
  void start(const TimelineEvent& event) {
    const std::int32_t memory = flows_.memory(event.work->memory);
    flows_.start(event.destination, event.time, event.work->bytes, {&memory, 1},
                 {event.destination, event.source, event.sequence}, 1, event.work->bound);
  }

 private:
  const Ranks& ranks_;
  Flows& flows_;
  EventLoop& events_;
};

}  // namespace collsim::fast
