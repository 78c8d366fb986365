#pragma once

#include <cstddef>
#include <vector>

namespace collsim::fast {

/// When ranks post and copy what they send: their cores then copy nothing that they receive (docs/concepts/nodes.md).
class SendingCores {
 public:
  explicit SendingCores(std::size_t ranks) : ranks_(ranks) {}

  /// A rank does so from `from` until `until`, seconds; of each in order of time.
  void add(int rank, double from, double until) {
    auto& spans = ranks_[static_cast<std::size_t>(rank)].spans;
    if (!spans.empty() && from <= spans.back().until)
      spans.back().until = until;
    else if (until > from)
      spans.push_back({from, until});
  }
  /// Nobody asks of a rank any more what was before `time`.
  void forget(int rank, double time) {
    auto& [spans, past] = ranks_[static_cast<std::size_t>(rank)];
    while (past < spans.size() && spans[past].until <= time) ++past;
    if (2 * past < spans.size()) return;
    spans.erase(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(past));
    past = 0;
  }
  /// When a rank copies what has come at `time`; of each in order of time.
  double free(int rank, double time) {
    forget(rank, time);
    const auto& [spans, past] = ranks_[static_cast<std::size_t>(rank)];
    return past == spans.size() || time < spans[past].from ? time : spans[past].until;
  }

 private:
  struct Span {
    double from, until;
  };
  struct Spans {
    std::vector<Span> spans;
    std::size_t past = 0;  ///< so many of them are over
  };
  std::vector<Spans> ranks_;
};

}  // namespace collsim::fast
