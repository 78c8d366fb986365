#pragma once

#include <algorithm>

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/timeline.hpp"
#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// What is to happen to ranks, and the ends of flows between: worked off in one total order (timeline.hpp),
/// which does not depend on who ran first.
///
/// The engine calls advance() when no rank is ready. It handles one event or end of a flow, or many events of a window
/// at once where no rank that they wake can do anything that belongs into the same window.
class EventLoop {
 public:
  /// `window`: seconds, at most the least time between cause and effect on different nodes.
  EventLoop(Ranks& ranks, NetworkModel& model, Flows& flows, double window)
      : ranks_(ranks),
        model_(model),
        flows_(flows),
        may_batch_(!model.traits.starts_flows && !model.traits.releases_senders),
        timeline_(window / Timeline::per_lookahead) {}

  void schedule(const TimelineEvent& event) {
    if (!has_lookahead(event)) ++without_lookahead_;
    timeline_.push(event);
  }
  /// A request comes to the mailbox of a rank that wants all in order of time.
  void schedule_delivery(const Rank& receiver, Request& request) {
    const bool sends = request.kind == Request::Kind::send;
    const auto kind = sends ? TimelineEvent::Kind::deliver : TimelineEvent::Kind::accept;
    schedule({request.posted, receiver.number, request.owner, request.sequence, kind, {&request}});
  }

  /// What its network makes of a message that sets out or passes.
  NetworkModel::Progress progress(const TimelineEvent& event) {
    const Message message{ranks_.node_of(event.source),
                          ranks_.node_of(event.destination),
                          event.bytes,
                          {event.destination, event.source, event.sequence},
                          event.request,
                          event.request->call()};
    return event.kind == TimelineEvent::Kind::set_out ? model_.set_out(message, event.time, flows_)
                                                      : model_.pass(message, event.time, flows_);
  }

  /// Whether there was anything. `handle(event)` and `end(owner, time)` let it happen.
  template <class Handle, class End>
  bool advance(const Handle& handle, const End& end);

 private:
  /// Whether an event's effects come no sooner than the least time between nodes.
  bool has_lookahead(const TimelineEvent& event) const {
    if (event.kind != TimelineEvent::Kind::set_out && event.kind != TimelineEvent::Kind::pass) return false;
    return ranks_.node_of(event.source) != ranks_.node_of(event.destination);
  }
  TimelineEvent pop() {
    const TimelineEvent event = timeline_.pop();
    if (!has_lookahead(event)) --without_lookahead_;
    return event;
  }
  template <class Handle>
  void work_through_window(const Handle& handle);

  Ranks& ranks_;
  NetworkModel& model_;
  Flows& flows_;
  bool may_batch_;  ///< no flow that an event starts can end within the window, and no sender can go on
  Timeline timeline_;
  std::int64_t without_lookahead_ = 0;  ///< events to come: ranks they wake must run before the next event
};

template <class Handle, class End>
bool EventLoop::advance(const Handle& handle, const End& end) {
  const double event = timeline_.first();
  const double flow = flows_.next_end(event);
  if (std::min(flow, event) == Sharing::never) return false;
  if (flow <= event)
    end(flows_.pop(), flow);
  else if (may_batch_ && without_lookahead_ == 0 && flows_.none())
    work_through_window(handle);
  else
    handle(pop());
  return true;
}

template <class Handle>
void EventLoop::work_through_window(const Handle& handle) {
  constexpr std::size_t near = 8, far = 16;
  int left = 256;  // Ranks go on while what woke them is in the cache.
  do {
    if (const TimelineEvent* later = timeline_.ahead(far)) prefetch(later->request);
    if (const TimelineEvent* soon = timeline_.ahead(near)) {
      prefetch(soon->request->partner);
      prefetch(&ranks_[soon->request->owner]);
      prefetch(&ranks_[soon->request->peer]);
    }
    handle(pop());
  } while (--left > 0 && timeline_.in_window());
}

}  // namespace collsim::fast
