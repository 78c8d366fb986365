#pragma once

#include "backends/fast/engine/event_loop.hpp"
#include "backends/fast/engine/fibers.hpp"
#include "backends/fast/engine/messages.hpp"

namespace collsim::fast {

/// Calls of a rank that ask what is true by its now. A rank runs ahead of others; such a call first lets all
/// happen that any rank does before that moment. From its first one on the rank hears of every change.
///
/// A rank that asks for the same twice at one time would ask for ever: it waits for the next change instead.
class Polling {
 public:
  Polling(EventLoop& events, Messages& messages, Fibers& fibers)
      : events_(events), messages_(messages), fibers_(fibers) {}

  /// Whether all (or `any` one) are done.
  bool test(Rank& rank, std::span<Request* const> requests, bool any);
  /// Until one is done: the first that is.
  std::size_t wait_any(Rank& rank, std::span<Request* const> requests);
  /// The first send that a receive like this one would take, or null. With `wait`, until there is one.
  const Request* probe(Rank& rank, const Request& pattern, bool wait);

 private:
  void catch_up(Rank& rank);
  void pause(Rank& rank);
  void poll_at_ends(Rank& rank, std::span<Request* const> requests);

  EventLoop& events_;
  Messages& messages_;
  Fibers& fibers_;
};

}  // namespace collsim::fast
