#pragma once

#include <boost/heap/d_ary_heap.hpp>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace collsim::fast {

class Request;

/// A rank's bytes on their way through a memory.
struct MemoryWork {
  int memory;
  double bytes;
  double bound;  ///< bytes per second
};

/// A rank changes the word of its node.
struct Change {
  int node;
  std::int64_t call;
  int expected, desired;
  int seen;  ///< what the word said, afterwards
};

/// Something that happens at a moment to a rank. Events of one moment are ordered by that rank, the source
/// and the source's sequence, never by when they became known. It says of a message what a network model asks, so
/// that nobody else's memory is needed.
struct TimelineEvent {
  enum class Kind : std::uint32_t {
    set_out,  ///< a message is ready for its network; it happens at the source
    pass,     ///< it goes on as its network model says
    deliver,  ///< a send comes to the mailbox of a rank that wants all in order of time
    accept,   ///< a receive of such a rank
    work,     ///< a rank begins to move bytes through its node's memory
    see,      ///< a rank asks for the line of a flag that has been raised
    change    ///< a rank changes the word of its node
  };
  double time;  ///< seconds
  std::int32_t destination, source;
  std::uint32_t sequence;
  Kind kind;
  union {
    Request* request;        ///< set_out, pass, deliver, accept
    const MemoryWork* work;  ///< work
    Change* change;          ///< change
  };
  std::int64_t bytes = 0;  ///< of the message: set_out, pass

  /// Says that the same message goes on at that time.
  TimelineEvent passing(double then) const {
    TimelineEvent next = *this;
    next.time = then;
    next.kind = Kind::pass;
    return next;
  }
  /// The rank where it happens.
  std::int32_t place() const { return kind == Kind::set_out ? source : destination; }
  bool operator<(const TimelineEvent& other) const {
    return time != other.time ? time < other.time : rest() < other.rest();
  }

 private:
  /// What orders events of one moment, in few comparisons.
  std::pair<std::uint64_t, std::uint64_t> rest() const {
    return {joined(static_cast<std::uint32_t>(place()), static_cast<std::uint32_t>(source)),
            joined(sequence, static_cast<std::uint32_t>(kind))};
  }
  static std::uint64_t joined(std::uint64_t high, std::uint32_t low) { return high << 32U | low; }
};

/// Events to come, in order. They are kept in windows: one no wider than the lookahead hardly causes events
/// within itself, so that it can be sorted once and worked through as an array. The width changes speed only,
/// never the order.
class Timeline {
 public:
  /// So many windows last as long as the lookahead: fewer events are sorted at a time than in wide ones, and fewer fall
  /// into the one that is open.
  static constexpr int per_lookahead = 8;

  /// Seconds; 0: every event is a window of its own.
  explicit Timeline(double width);

  void push(const TimelineEvent& event);
  /// The time of the first event; infinity if there is none.
  double first();
  /// Removes and returns the first event. There must be one.
  TimelineEvent pop();
  /// Whether the first event is in the window that is being worked through.
  bool in_window() const { return !at_end() || (per_second_ > 0 && !soon_.empty()); }
  /// The event that comes `count` events later, if it is in that window and no other comes between; else
  /// null.
  const TimelineEvent* ahead(std::size_t count) const {
    return next_ + count < open_.size() ? &open_[next_ + count] : nullptr;
  }

 private:
  struct Later {
    bool operator()(const TimelineEvent& a, const TimelineEvent& b) const { return b < a; }
  };
  using Heap = boost::heap::d_ary_heap<TimelineEvent, boost::heap::arity<4>, boost::heap::compare<Later>>;
  static constexpr std::int64_t windows = 1 << 12;

  std::int64_t window_of(double time) const;
  std::vector<TimelineEvent>& bucket(std::int64_t window) {
    return buckets_[static_cast<std::size_t>(window % windows)];
  }
  void insert(std::int64_t window, const TimelineEvent& event);
  void open_next();
  bool none_open() const { return at_end() && soon_.empty(); }
  bool at_end() const { return next_ == open_.size(); }

  double per_second_;                                ///< windows; 0: none
  std::vector<TimelineEvent> open_;                  ///< the window that is worked on, sorted
  std::size_t next_ = 0;                             ///< in it
  std::int64_t current_ = -1;                        ///< number of the current window: they count from 0 on
  std::vector<std::vector<TimelineEvent>> buckets_;  ///< the windows after it, as a ring
  std::size_t waiting_ = 0;                          ///< events in the ring
  std::vector<std::vector<TimelineEvent>> spare_;  ///< memory of windows gone by, which is warm in the cache
  Heap soon_;                                      ///< events that fell into the open window
  Heap far_;                                       ///< events beyond the ring
};

}  // namespace collsim::fast
