#include "backends/fast/engine/polling.hpp"

#include <algorithm>

namespace collsim::fast {

/// Until all that any rank does before now has happened.
void Polling::catch_up(Rank& rank) {
  rank.polls = true;
  events_.schedule_poll(rank, rank.now);
  pause(rank);
}

/// Until something changes for this rank.
void Polling::pause(Rank& rank) {
  rank.paused = true;
  fibers_.block();
}

/// Sees to it that the rank asks again at the ends that are known already.
void Polling::poll_at_ends(Rank& rank, std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (!request->done || request->noticed || rank.done_by_now(*request)) continue;
    request->noticed = true;
    events_.schedule_poll(rank, request->over());
  }
}

bool Polling::test(Rank& rank, std::span<Request* const> requests, bool any) {
  const auto by_now = [&](const Request* request) { return rank.done_by_now(*request); };
  const auto missed = [&](const Request* request) {
    return by_now(request) || static_cast<const Kept*>(request)->missed == rank.now;
  };
  const auto enough = [&] {
    return any ? std::ranges::any_of(requests, by_now) : std::ranges::all_of(requests, by_now);
  };
  catch_up(rank);
  if (!enough() && std::ranges::all_of(requests, missed)) pause(rank);
  if (enough()) return true;
  poll_at_ends(rank, requests);
  for (Request* request : requests) static_cast<Kept*>(request)->missed = rank.now;
  return false;
}

std::size_t Polling::wait_any(Rank& rank, std::span<Request* const> requests) {
  rank.awaited = requests;
  for (catch_up(rank);; pause(rank)) {
    std::size_t first = requests.size();
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (requests[i]->done && (first == requests.size() || requests[i]->over() < requests[first]->over()))
        first = i;
    if (first < requests.size() && requests[first]->over() <= rank.now) {
      rank.awaited = {};
      return first;
    }
    poll_at_ends(rank, requests);
  }
}

const Request* Polling::probe(Rank& rank, const Request& pattern, bool wait) {
  if (!rank.wildcards) messages_.begin_wildcards(rank);
  catch_up(rank);
  const Request* found = rank.mailbox.first_unexpected(pattern);
  while (!found && (wait || rank.missed == rank.now)) {
    pause(rank);
    found = rank.mailbox.first_unexpected(pattern);
    if (!wait) break;
  }
  if (!found) rank.missed = rank.now;
  return found;
}

}  // namespace collsim::fast
