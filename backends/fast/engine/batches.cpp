// Engine: many ranks or messages at a time, so that the memory which the next ones need is fetched meanwhile.
#include <algorithm>

#include "backends/fast/engine/engine.hpp"

namespace collsim::fast {

void Engine::run_ready() {
  constexpr std::size_t many = 128;
  while (!failure_ && !(ready_.empty() && mail_.empty())) {
    resume_some();
    const bool enough = ready_.empty() ? !mail_.empty() : mail_.size() >= many;
    if (enough) bring_mail();
  }
}

/// Those that became ready last: they and whom they talk to are in the cache.
void Engine::resume_some() {
  constexpr std::size_t most = 128, near = 4, far = 8;
  const std::size_t size = std::min(most, ready_.size());
  batch_.assign(ready_.end() - static_cast<std::ptrdiff_t>(size), ready_.end());
  ready_.resize(ready_.size() - size);
  if (size == 1) return resume(rank(batch_.front()));
  for (std::size_t i = 0; i < size + far && !failure_; ++i) {
    if (i < size) prefetch_rank(batch_[i]);
    if (i >= near && i - near < size) prefetch_code(batch_[i - near]);
    if (i >= far) resume(rank(batch_[i - far]));
  }
}

void Engine::prefetch_rank(int number) const {
  const Rank& rank = ranks_[static_cast<std::size_t>(number)];
  prefetch(&rank);
  prefetch_lines(&rank.in, 2 * sizeof(Request));
  if (schedule_)
    prefetch(&readers_[static_cast<std::size_t>(number)]);
  else
    prefetch(&rank.fiber);
}

/// What it touches when it goes on: the frames of the calls that it is in, or its next steps.
void Engine::prefetch_code(int number) const {
  if (schedule_)
    return prefetch_lines(readers_[static_cast<std::size_t>(number)].steps.data(), 2 * cache_line);
  constexpr std::size_t below = 192, all = 896;
  const Rank& rank = ranks_[static_cast<std::size_t>(number)];
  if (!rank.frame) return;
  prefetch_lines(static_cast<const std::byte*>(rank.frame) - below, all);
  for (const void* place : rank.touched) prefetch(place);
}

/// What others need to meet what it posted.
void Engine::prefetch_peer(const Request& request) const {
  if (request.peer < 0) return;
  model_->prefetch(node_of(request.owner), node_of(request.peer));
  const Rank& peer = ranks_[static_cast<std::size_t>(request.peer)];
  prefetch(&peer);
  prefetch_lines(request.kind == Request::Kind::send ? &peer.in : &peer.out, sizeof(Request));
}

/// At once where the ranks fit the cache; in a crowd a message waits until there are many.
void Engine::hand_in(Request& request) {
  if (processes() > settings_.crowd)
    mail_.push_back(&request);
  else
    bring(request);
}

void Engine::bring_mail() {
  constexpr std::size_t near = 8, far = 16;
  const std::size_t size = mail_.size();
  for (std::size_t i = 0; i < size + far; ++i) {
    if (i < size) prefetch_peer(*mail_[i]);
    if (i >= near && i - near < size) {
      const Rank& receiver = receiver_of(*mail_[i - near]);
      if (!receiver.mailbox.empty()) prefetch(&*receiver.mailbox.root());
    }
    if (i >= far) bring(*mail_[i - far]);
  }
  mail_.clear();
}

}  // namespace collsim::fast
