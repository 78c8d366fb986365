#pragma once

#include <algorithm>
#include <vector>

#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

/// The ranks that may go on. Those that became ready last go first: they and whom they talk to are in the
/// cache.
class ReadyQueue {
 public:
  void push(const Rank& rank) { ready_.push_back(rank.number); }
  bool empty() const { return ready_.empty(); }

  /// Lets up to 128 of them go on, one after the other, so that the memory which the next ones need is
  /// fetched meanwhile. A runner has resume(rank); prefetch(rank) and prefetch_code(rank), where to its
  /// records and what these point to; and failed(), after which nobody goes on.
  template <class Runner>
  void run_batch(Ranks& ranks, Runner& runner);

 private:
  std::vector<int> ready_;
  std::vector<int> batch_;  ///< a member for the sake of its memory
};

template <class Runner>
void ReadyQueue::run_batch(Ranks& ranks, Runner& runner) {
  constexpr std::size_t most = 128, near = 4, far = 8;
  const std::size_t size = std::min(most, ready_.size());
  batch_.assign(ready_.end() - static_cast<std::ptrdiff_t>(size), ready_.end());
  ready_.resize(ready_.size() - size);
  if (size == 1) return runner.resume(ranks[batch_.front()]);
  for (std::size_t i = 0; i < size + far && !runner.failed(); ++i) {
    if (i < size) {
      const Rank& later = ranks[batch_[i]];
      prefetch(&later);
      prefetch_lines(&later.in, 2 * sizeof(Request));
      runner.prefetch(later);
    }
    if (i >= near && i - near < size) runner.prefetch_code(ranks[batch_[i - near]]);
    if (i >= far) runner.resume(ranks[batch_[i - far]]);
  }
}

}  // namespace collsim::fast
