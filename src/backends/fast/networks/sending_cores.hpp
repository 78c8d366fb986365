#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace collsim::fast {

/// When ranks post and copy what they send: their cores then copy nothing that they receive (docs/concepts/nodes.md).
class SendingCores {
 public:
  explicit SendingCores(std::size_t ranks) : ranks_(ranks) {}

  /// A rank does so from `from` until `until`, seconds; of each in order of time.
  void add(int rank, double from, double until) {
    auto& spans = ranks_[static_cast<std::size_t>(rank)];
    if (!spans.empty() && from <= spans.back().until)
      spans.back().until = until;
    else if (until > from)
      spans.push_back({from, until});
  }
  /// When a rank copies what has come at `time`; of each in order of time.
  double free(int rank, double time) {
    auto& spans = ranks_[static_cast<std::size_t>(rank)];
    while (!spans.empty() && spans.front().until <= time) spans.pop_front();
    return spans.empty() || time < spans.front().from ? time : spans.front().until;
  }

 private:
  struct Span {
    double from, until;
  };
  std::vector<std::deque<Span>> ranks_;
};

}  // namespace collsim::fast
