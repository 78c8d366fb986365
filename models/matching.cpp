#include "models/matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "support/error.hpp"

namespace collsim {
namespace {

bool is_post(const Event& event) {
  return event.kind == Event::Kind::post_send || event.kind == Event::Kind::post_recv;
}

/// Numbers of the requests must be 0, 1, 2, ... in program order, and waits must name one of them.
void check(const Trace& trace, std::size_t rank, std::size_t ranks) {
  int posts = 0;
  for (const Event& event : trace) {
    const bool wait = event.kind == Event::Kind::wait;
    if (!wait && !is_post(event)) continue;
    const bool known = wait ? event.request >= 0 && event.request < posts : event.request == posts++;
    if (!known) throw Error(fmt::format("trace of rank {}: request {} is out of order", rank, event.request));
    if (event.peer < 0 || static_cast<std::size_t>(event.peer) >= ranks)
      throw Error(
          fmt::format("trace of rank {}: there is no rank {}, only 0..{}", rank, event.peer, ranks - 1));
  }
}

/// The receives between two ranks, in program order, and how many of them have their send.
struct Receives {
  std::vector<std::size_t> posts = {};
  std::size_t matched = 0;
};

/// By sender and receiver.
using AllReceives = std::map<std::pair<int, int>, Receives>;

AllReceives receives_of(const std::vector<Trace>& traces) {
  AllReceives result;
  for (std::size_t rank = 0; rank < traces.size(); ++rank)
    for (std::size_t i = 0; i < traces[rank].size(); ++i) {
      const Event& event = traces[rank][i];
      if (event.kind != Event::Kind::post_recv) continue;
      result[{event.peer, static_cast<int>(rank)}].posts.push_back(i);
    }
  return result;
}

}  // namespace

Matching match(const std::vector<Trace>& traces) {
  Matching result;
  for (std::size_t rank = 0; rank < traces.size(); ++rank) {
    check(traces[rank], rank, traces.size());
    const auto posts = std::count_if(traces[rank].begin(), traces[rank].end(), is_post);
    result.by_request.emplace_back(posts, Matching::none);
  }
  AllReceives all = receives_of(traces);
  for (int from = 0; from < static_cast<int>(traces.size()); ++from) {
    const Trace& trace = traces[static_cast<std::size_t>(from)];
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (trace[i].kind != Event::Kind::post_send) continue;
      const int to = trace[i].peer;
      Receives& receives = all[{from, to}];
      if (receives.matched == receives.posts.size()) continue;  // nobody receives it
      const std::size_t recv = receives.posts[receives.matched++];
      result.message_of(from, trace[i]) = result.messages.size();
      result.message_of(to, traces[static_cast<std::size_t>(to)][recv]) = result.messages.size();
      result.messages.push_back({from, to, trace[i].bytes, i, recv});
    }
  }
  return result;
}

std::string describe_post(const Event& post) {
  const bool send = post.kind == Event::Kind::post_send;
  return fmt::format("{} of {} bytes {} rank {}", send ? "send" : "receive", post.bytes, send ? "to" : "from",
                     post.peer);
}

}  // namespace collsim
