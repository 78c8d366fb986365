#pragma once

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/timeline.hpp"
#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// Whether an event's effects come no sooner than the least time between nodes.
inline bool has_lookahead(const Event& event, const Ranks& ranks) {
  if (event.kind != Event::Kind::set_out && event.kind != Event::Kind::pass) return false;
  return ranks.node_of(event.source) != ranks.node_of(event.destination);
}

/// What its network makes of a message that sets out or passes.
inline NetworkModel::Progress progress(const Event& event, const Ranks& ranks, NetworkModel& model,
                                       Flows& flows) {
  const Message message{ranks.node_of(event.source),
                        ranks.node_of(event.destination),
                        event.bytes,
                        {event.destination, event.source, event.sequence},
                        event.request};
  return event.kind == Event::Kind::set_out ? model.set_out(message, event.time, flows)
                                            : model.pass(message, event.time, flows);
}

}  // namespace collsim::fast
