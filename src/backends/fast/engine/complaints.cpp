// What a run says that did not end as it should.
#include <fmt/format.h>

#include "backends/fast/engine/rank.hpp"
#include "support/error.hpp"

namespace collsim::fast {
namespace {

std::string peer_of(const Request& request) {
  return request.peer == any_source ? "anyone" : fmt::format("rank {}", request.peer);
}

std::string what_it_waits_for(const Rank& rank) {
  std::string what;
  const auto add = [&](const Request& request) {
    if (request.done) return;
    const bool sends = request.kind == Request::Kind::send;
    what += fmt::format("{} {} {}", what.empty() ? "" : " and", sends ? "to" : "from", peer_of(request));
  };
  add(rank.in);
  add(rank.out);
  for (const Request* request : rank.awaited) add(*request);
  if (what.empty()) return fmt::format(" in {}", rank.doing);
  return " waits for a message" + what;
}

std::string who_waits(const Ranks& ranks) {
  constexpr int shown = 16;
  std::string text;
  int waiting = 0;
  for (const Rank& rank : ranks) {
    if (rank.finished || ++waiting > shown) continue;
    text += fmt::format("{}rank {}", text.empty() ? "" : ", ", rank.number) + what_it_waits_for(rank);
  }
  if (waiting > shown) text += fmt::format(", and {} more", waiting - shown);
  return text;
}

}  // namespace

void check_finished(const Ranks& ranks) {
  if (!std::ranges::all_of(ranks, &Rank::finished)) throw Error("deadlock: " + who_waits(ranks));
  for (const Rank& rank : ranks) {
    if (rank.mailbox.empty()) continue;
    const Request& left = rank.mailbox.front();
    if (left.kind == Request::Kind::recv)
      throw Error(fmt::format("rank {} ended without the message from {} that it had asked for", rank.number,
                              peer_of(left)));
    throw Error(fmt::format("rank {} ended without the message from rank {} that was sent to it", rank.number,
                            left.owner));
  }
}

}  // namespace collsim::fast
