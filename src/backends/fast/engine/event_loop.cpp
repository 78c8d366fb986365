#include "backends/fast/engine/event_loop.hpp"

#include <limits>

namespace collsim::fast {

void EventLoop::schedule_poll(Rank& rank, double time) {
  constexpr auto last = std::numeric_limits<std::int32_t>::max();
  schedule({std::max(time, rank.now), rank.number, last, rank.asked++, Event::Kind::poll, {nullptr}});
}

}  // namespace collsim::fast
