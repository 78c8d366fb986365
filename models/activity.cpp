#include "models/activity.hpp"

#include <algorithm>
#include <tuple>

#include "models/matching.hpp"

namespace collsim {
namespace {

Activity activity_of(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::combine:
      return Activity::computing;
    case Event::Kind::copy:
      return Activity::copying;
    case Event::Kind::post_send:
      return Activity::sending;
    case Event::Kind::post_recv:
      return Activity::receiving;
    default:
      return Activity::waiting;
  }
}

class ActivityReader {
 public:
  ActivityReader(const std::vector<Trace>& traces, const Wire& wire)
      : traces_(traces), wire_(wire), matching_(match(traces)) {}

  std::vector<Span> spans_of(int rank) {
    spans_.clear();
    const Trace& trace = traces_[static_cast<std::size_t>(rank)];
    for (auto event = trace.begin(); event != trace.end();) {
      const auto first = event++;
      if (first->kind != Event::Kind::wait) {
        add(activity_of(first->kind), first->begin, first->end, first->peer, first->bytes);
        continue;
      }
      while (event != trace.end() && event->kind == Event::Kind::wait && event->begin == first->begin &&
             event->end == first->end)
        ++event;
      add_waits(rank, first, event);
    }
    return std::move(spans_);
  }

 private:
  void add(Activity activity, double begin, double end, int peer, std::int64_t bytes) {
    if (end > begin) spans_.push_back({activity, begin, end, peer, bytes});
  }

  /// A message that is waited for, from when it can be under way to when it is over if nothing disturbs it.
  Span under_way(int rank, const Event& wait) const {
    const std::size_t place = matching_.message_of(rank, wait);
    if (place == Matching::none) return {Activity::waiting, wait.end, wait.end, wait.peer, wait.bytes};
    const MatchedMessage& message = matching_.messages[place];
    const Event& sent = traces_[static_cast<std::size_t>(message.from)][message.send];
    const Event& received = traces_[static_cast<std::size_t>(message.to)][message.recv];
    const bool sends = message.from == rank && sent.request == wait.request;
    const double ready = std::max(wait.begin, sends ? received.begin : sent.begin);
    const double begin = ready < wait.end ? ready : wait.begin;  // a send may be over without its receiver
    const auto bytes = static_cast<double>(message.bytes);
    const auto [alpha, beta] = wire_(message.from, message.to, bytes);
    const double end = begin + alpha + bytes * beta;
    return {sends ? Activity::sending : Activity::receiving, begin, std::min(end, wait.end), wait.peer,
            wait.bytes};
  }

  /// Waits that begin and end together.
  void add_waits(int rank, Trace::const_iterator first, Trace::const_iterator last) {
    std::vector<Span> messages;
    for (auto wait = first; wait != last; ++wait) messages.push_back(under_way(rank, *wait));
    std::ranges::stable_sort(messages, {}, &Span::end);
    messages.back().end = first->end;
    std::vector<double> times = {first->begin, first->end};
    for (const Span& message : messages) times.insert(times.end(), {message.begin, message.end});
    std::ranges::sort(times);
    const std::size_t before = spans_.size();
    for (std::size_t i = 1; i < times.size(); ++i) {
      if (times[i] <= times[i - 1]) continue;
      const Span span = span_between(messages, times[i - 1], times[i]);
      if (spans_.size() > before && alike(spans_.back(), span))
        spans_.back().end = span.end;
      else
        spans_.push_back(span);
    }
  }

  static bool alike(const Span& a, const Span& b) {
    return std::tie(a.activity, a.peer, a.bytes) == std::tie(b.activity, b.peer, b.bytes);
  }

  /// What a rank does while no message begins or ends: of messages, sorted by their ends, the last counts, or the next that
  /// can be under way.
  static Span span_between(const std::vector<Span>& messages, double begin, double end) {
    Span span{Activity::waiting, begin, end};
    const Span* next = nullptr;
    for (const Span& message : messages) {
      if (message.begin >= end && (!next || message.begin < next->begin)) next = &message;
      if (message.begin > begin || message.end < end) continue;
      const bool one_way = span.activity == Activity::waiting || span.activity == message.activity;
      span = {one_way ? message.activity : Activity::exchanging, begin, end, message.peer, message.bytes};
    }
    if (span.activity == Activity::waiting && next) span.peer = next->peer, span.bytes = next->bytes;
    return span;
  }

  const std::vector<Trace>& traces_;
  const Wire& wire_;
  Matching matching_;
  std::vector<Span> spans_;
};

}  // namespace

std::vector<std::vector<Span>> activities(const std::vector<Trace>& traces, const Wire& wire) {
  ActivityReader reader(traces, wire);
  std::vector<std::vector<Span>> all;
  for (std::size_t rank = 0; rank < traces.size(); ++rank)
    all.push_back(reader.spans_of(static_cast<int>(rank)));
  return all;
}

Balance balance(const std::vector<std::vector<Span>>& spans, double begin) {
  double end = begin, all = 0, most = 0;
  for (const auto& rank : spans) {
    double busy = 0;
    for (const Span& span : rank) {
      end = std::max(end, span.end);
      if (span.activity != Activity::waiting) busy += span.end - span.begin;
    }
    all += busy;
    most = std::max(most, busy);
  }
  const double ranks = static_cast<double>(spans.size()), seconds = end - begin;
  return {.seconds = seconds,
          .idle_share = seconds > 0 ? 1 - all / (ranks * seconds) : 0,
          .load_balance = all > 0 ? all / (ranks * most) : 1};
}

}  // namespace collsim
