#pragma once

#include <array>
#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <exception>
#include <queue>
#include <thread>

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/timeline.hpp"
#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// Says of events what their network makes of them, on a thread of its own beside the ranks, in the order in which they would
/// be worked off without it.
///
/// What arrives because of a window causes events a lookahead, Timeline::per_lookahead windows, after it at the soonest: while
/// the ranks go on that it lets, the windows up to then are worked through. The thread ends for good, and leaves the timeline to
/// the ranks, when an event without lookahead is to come, or none at all.
class NetworkThread {
 public:
  /// All of them are its own until it ends, but for what traits.answers_beside says of the model.
  NetworkThread(Timeline& timeline, const Ranks& ranks, NetworkModel& model, Flows& flows);
  ~NetworkThread();
  NetworkThread(const NetworkThread&) = delete;
  NetworkThread& operator=(const NetworkThread&) = delete;

  // For the ranks' thread:

  /// The time must be as far from the arrival that it is due to as the lookahead says.
  void schedule(const Event& event) {
    scheduled_[scheduled_count_++] = event;
    if (scheduled_count_ == scheduled_.size()) hand_over_events();
  }
  /// To be called when no rank can go on: waits for messages to arrive, and has `arrive(send, time)` tell of some. False at its
  /// end. Throws what the network threw.
  template <class Arrive>
  bool advance(const Arrive& arrive);

 private:
  struct Arrival {
    Request* send;
    double time;
  };
  /// What is handed over at a time: enough to make up for a cache line that goes from core to core.
  static constexpr std::size_t some = 64;
  static constexpr std::size_t many = 1 << 12;

  void hand_over_events();
  std::size_t take_arrivals();

  // For its own thread:
  void run();
  void work_through_windows();
  void wait_for_next_window();
  void work_through_window();
  void hand_over_arrivals();
  void take_events();
  /// Until the ranks have gone on that so many arrivals let.
  void wait_for_ranks(std::int64_t arrivals);

  Timeline& timeline_;
  const Ranks& ranks_;
  NetworkModel& model_;
  Flows& flows_;

  boost::lockfree::spsc_queue<Arrival, boost::lockfree::capacity<many>> arrivals_;
  boost::lockfree::spsc_queue<Event, boost::lockfree::capacity<many>> events_;
  alignas(cache_line) std::atomic<std::int64_t> followed_ = 0;  ///< arrivals after which no rank can go on
  alignas(cache_line) std::atomic<bool> ended_ = false;
  std::atomic<bool> unwanted_ = false;

  // Of the ranks' thread:
  alignas(cache_line) std::array<Event, some> scheduled_;
  std::size_t scheduled_count_ = 0;
  std::array<Arrival, 2 * some> taken_;
  std::int64_t taken_count_ = 0;  ///< ever

  // Of its own:
  alignas(cache_line) std::array<Arrival, some> arrived_;
  std::size_t arrived_count_ = 0;
  std::int64_t arrivals_count_ = 0;  ///< ever
  bool must_end_ = false;
  struct Worked {
    std::int64_t window, arrivals;  ///< its number; how many ever until its end
  };
  std::queue<Worked> worked_;  ///< windows less than a lookahead ago
  std::exception_ptr failure_;
  std::thread thread_;
};

template <class Arrive>
bool NetworkThread::advance(const Arrive& arrive) {
  constexpr std::size_t near = 8, far = 16;
  hand_over_events();
  followed_.store(taken_count_, std::memory_order_release);
  const std::size_t count = take_arrivals();
  for (std::size_t i = 0; i < count + far; ++i) {
    if (i < count) prefetch(taken_[i].send);
    if (i >= near && i - near < count) {
      const Request& soon = *taken_[i - near].send;
      if (soon.partner) prefetch(soon.partner);
      prefetch(&ranks_[soon.owner]);
      prefetch(&ranks_[soon.peer]);
    }
    if (i >= far) arrive(*taken_[i - far].send, taken_[i - far].time);
  }
  return count > 0;
}

}  // namespace collsim::fast
