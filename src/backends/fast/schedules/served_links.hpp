#pragma once

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "backends/fast/schedules/pair.hpp"

namespace collsim::fast {

/// A bit for each lane.
using LaneSet = std::uint64_t;

/// Links that serve one message at a time, first come first served, in up to 64 lanes at once. Messages come in the order of the
/// first lane; a lane in which the order at some link is another is told, and its times are worth nothing from then on.
class ServedLinks {
 public:
  /// A message at a link: when it comes, in each lane, and what its place among those of one moment depends on. In the lanes of
  /// `waited` it has had to wait for its first link, and comes by an event of its own (TimelineEvent::Kind::pass).
  struct Visit {
    const Pair* time;
    std::int32_t sender, receiver;
    std::uint32_t sequence;
    LaneSet waited;
  };

  /// `width`: pairs of lanes. A link number is below `links`.
  ServedLinks(std::size_t width, int links) : width_(width), places_(static_cast<std::size_t>(links), none) {}

  /// The link serves the message from `start` on, and is busy with it for `seconds`.
  void serve_message(int link, const Visit& visit, const Pair* seconds, Pair* start);
  /// The lanes in which messages came in another order.
  LaneSet others() const { return others_; }

 private:
  static constexpr std::int32_t none = -1;

  struct Link {
    std::int32_t sender = none, receiver = none;  ///< of the last message
    std::uint32_t sequence = 0;
    LaneSet waited = 0;

    /// What orders events of one moment, as TimelineEvent does.
    auto order(bool has_waited) const {
      return std::tuple(has_waited ? receiver : sender, sender, sequence, has_waited);
    }
  };

  std::size_t place(int link);
  void compare(const Link& last, const Link& next, const Pair* before, const Pair* now);

  std::size_t width_;
  std::vector<std::int32_t> places_;  ///< in links_, of those that messages have passed
  std::vector<Link> links_;
  std::vector<Pair> came_, free_;  ///< of each: when the last message came, from when on it serves the next
  LaneSet others_ = 0;
};

}  // namespace collsim::fast
