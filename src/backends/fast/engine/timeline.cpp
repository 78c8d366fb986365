#include "backends/fast/engine/timeline.hpp"

#include <algorithm>

namespace collsim::fast {

Timeline::Timeline(double width) : per_second_(width > 0 ? 1 / width : 0) {
  if (width > 0) buckets_.resize(static_cast<std::size_t>(windows));
}

std::int64_t Timeline::window_of(double time) const {
  // Times beyond what an integer holds are all in the last window, which the heaps put in order.
  constexpr double most = 9e18;
  return static_cast<std::int64_t>(std::min(time * per_second_, most));
}

void Timeline::push(const TimelineEvent& event) {
  if (per_second_ == 0) {
    soon_.push(event);
    return;
  }
  const std::int64_t window = window_of(event.time);
  if (window <= current_) {
    soon_.push(event);
  } else if (window - current_ < windows) {
    insert(window, event);
  } else {
    far_.push(event);
  }
}

void Timeline::insert(std::int64_t window, const TimelineEvent& event) {
  auto& events = bucket(window);
  if (events.capacity() == 0 && !spare_.empty()) {
    events.swap(spare_.back());
    spare_.pop_back();
  }
  events.push_back(event);
  ++waiting_;
}

/// Only when the open window is empty.
void Timeline::open_next() {
  open_.clear();
  next_ = 0;
  if (waiting_ == 0 && far_.empty()) return;
  if (waiting_ == 0)
    current_ = window_of(far_.top().time);
  else
    while (bucket(++current_).empty()) {
    }
  // What has come within reach of the ring.
  for (; !far_.empty() && window_of(far_.top().time) - current_ < windows; far_.pop())
    insert(window_of(far_.top().time), far_.top());
  if (open_.capacity() > 0) spare_.push_back(std::move(open_));
  open_ = std::move(bucket(current_));
  bucket(current_) = {};
  waiting_ -= open_.size();
  if (!std::is_sorted(open_.begin(), open_.end())) std::sort(open_.begin(), open_.end());
}

double Timeline::first() {
  if (none_open()) open_next();
  if (none_open()) return std::numeric_limits<double>::infinity();
  if (at_end()) return soon_.top().time;
  return soon_.empty() ? open_[next_].time : std::min(open_[next_].time, soon_.top().time);
}

TimelineEvent Timeline::pop() {
  if (none_open()) open_next();
  if (at_end() || (!soon_.empty() && soon_.top() < open_[next_])) {
    const TimelineEvent event = soon_.top();
    soon_.pop();
    return event;
  }
  return open_[next_++];
}

}  // namespace collsim::fast
