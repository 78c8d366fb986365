// Engine: what it says of a run that did not end as it should.
#include <fmt/format.h>

#include "backends/fast/engine/engine.hpp"
#include "support/error.hpp"

namespace collsim::fast {
namespace {

std::string peer_of(const Request& request) {
  return request.peer == MPI_ANY_SOURCE ? "anyone" : fmt::format("rank {}", request.peer);
}

}  // namespace

void Engine::check_finished() const {
  if (unfinished_ > 0) throw Error("deadlock: " + who_waits());
  for (const auto& each : ranks_) {
    if (stacks_ && stacks_->overflowed(each.number))
      throw Error(fmt::format(Stacks::complaint, each.number, Stacks::bytes >> 10U));
    if (each.mailbox.empty()) continue;
    const Request& left = *each.mailbox.begin();
    if (left.kind == Request::Kind::recv)
      throw Error(fmt::format("rank {} ended without the message from {} that it had asked for", each.number,
                              peer_of(left)));
    throw Error(fmt::format("rank {} ended without the message from rank {} that was sent to it", each.number,
                            left.owner));
  }
}

void Engine::refuse_depth() const {
  throw Error(fmt::format(Stacks::complaint, running_->number, Stacks::bytes >> 10U));
}

std::string Engine::who_waits() const {
  constexpr int shown = 16;
  std::string text;
  int waiting = 0;
  for (const auto& each : ranks_) {
    if (each.finished || ++waiting > shown) continue;
    text += fmt::format("{}rank {}", text.empty() ? "" : ", ", each.number);
    std::string what;
    const auto add = [&](const Request& request) {
      if (request.done) return;
      const bool sends = request.kind == Request::Kind::send;
      what += fmt::format("{} {} {}", what.empty() ? "" : " and", sends ? "to" : "from", peer_of(request));
    };
    add(each.in);
    add(each.out);
    for (const Request* request : each.awaited) add(*request);
    text += what.empty() ? fmt::format(" in {}", each.doing ? each.doing : "a poll")
                         : " waits for a message" + what;
  }
  if (waiting > shown) text += fmt::format(", and {} more", waiting - shown);
  return text;
}

}  // namespace collsim::fast
