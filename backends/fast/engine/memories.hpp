#pragma once

#include "backends/fast/engine/event_loop.hpp"

namespace collsim::fast {

/// The memories of nodes, which ranks that move bytes share max-min fairly.
class Memories {
 public:
  Memories(Flows& flows, EventLoop& events) : flows_(flows), events_(events) {}

  /// From the rank's now on; `work` stays until the rank goes on.
  void begin(Rank& rank, const Work& work) {
    Event event{rank.now, rank.number, rank.number, rank.asked++, Event::Kind::work, {}};
    event.work = &work;
    events_.schedule(event);
    rank.doing = "its memory";
  }
  /// The event of that.
  void start(const Event& event) {
    const std::int32_t memory = flows_.memory(event.work->memory);
    flows_.start(event.destination, event.time, event.work->bytes, {&memory, 1},
                 {event.destination, event.source, event.sequence}, 1, event.work->bound);
  }

 private:
  Flows& flows_;
  EventLoop& events_;
};

}  // namespace collsim::fast
