#include "backends/fast/engine/network_thread.hpp"

#include "backends/fast/engine/progress.hpp"

namespace collsim::fast {

NetworkThread::NetworkThread(Timeline& timeline, const Ranks& ranks, NetworkModel& model, Flows& flows)
    : timeline_(timeline), ranks_(ranks), model_(model), flows_(flows), thread_([this] { run(); }) {}

NetworkThread::~NetworkThread() {
  unwanted_ = true;
  thread_.join();
}

void NetworkThread::hand_over_events() {
  const Event* next = scheduled_.data();
  while (scheduled_count_ > 0 && !ended_.load(std::memory_order_relaxed)) {
    const std::size_t taken = events_.push(next, scheduled_count_);
    next += taken;
    scheduled_count_ -= taken;
    if (scheduled_count_ > 0) std::this_thread::yield();
  }
  scheduled_count_ = 0;  // Where the network has failed, nobody takes them.
}

std::size_t NetworkThread::take_arrivals() {
  for (;; std::this_thread::yield()) {
    const bool last = ended_.load(std::memory_order_acquire);
    const std::size_t count = arrivals_.pop(taken_.data(), taken_.size());
    taken_count_ += static_cast<std::int64_t>(count);
    if (count == 0 && last && failure_) std::rethrow_exception(failure_);
    if (count > 0 || last) return count;
  }
}

void NetworkThread::run() {
  try {
    work_through_windows();
  } catch (...) {
    failure_ = std::current_exception();
  }
  ended_.store(true, std::memory_order_release);
}

void NetworkThread::work_through_windows() {
  while (!unwanted_) {
    if (!timeline_.in_window()) wait_for_next_window();
    if (must_end_ || timeline_.first() == Sharing::never) return wait_for_ranks(arrivals_count_);
    work_through_window();
    worked_.push({timeline_.window(), arrivals_count_});
  }
}

/// Until its events are known, or all ranks have done all that they can do.
void NetworkThread::wait_for_next_window() {
  hand_over_arrivals();
  for (std::int64_t next = timeline_.window() + 1; !worked_.empty(); ++next) {
    for (; !worked_.empty() && worked_.front().window + Timeline::per_lookahead <= next; worked_.pop())
      wait_for_ranks(worked_.front().arrivals);
    take_events();
    if (timeline_.has_events(next)) return;
  }
}

void NetworkThread::work_through_window() {
  using enum NetworkModel::Progress::Kind;
  do {
    const Event event = timeline_.pop();
    const NetworkModel::Progress next = progress(event, ranks_, model_, flows_);
    if (next.kind == later) {
      timeline_.push(event.passing(next.time));
    } else {
      arrived_[arrived_count_++] = {event.request, next.time};
      ++arrivals_count_;
      if (arrived_count_ == some) hand_over_arrivals();
    }
  } while (timeline_.in_window() && !unwanted_);
}

void NetworkThread::hand_over_arrivals() {
  const Arrival* next = arrived_.data();
  while (arrived_count_ > 0 && !unwanted_) {
    const std::size_t taken = arrivals_.push(next, arrived_count_);
    next += taken;
    arrived_count_ -= taken;
    take_events();
    if (arrived_count_ > 0) std::this_thread::yield();
  }
}

void NetworkThread::take_events() {
  events_.consume_all([this](const Event& event) {
    must_end_ = must_end_ || !has_lookahead(event, ranks_);
    timeline_.push(event);
  });
}

void NetworkThread::wait_for_ranks(std::int64_t arrivals) {
  hand_over_arrivals();
  while (followed_.load(std::memory_order_acquire) < arrivals && !unwanted_) {
    take_events();
    std::this_thread::yield();
  }
  take_events();
}

}  // namespace collsim::fast
