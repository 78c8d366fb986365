#include "backends/fast/schedules/served_links.hpp"

namespace collsim::fast {

std::size_t ServedLinks::place(int link) {
  std::int32_t& place = places_[static_cast<std::size_t>(link)];
  if (place == none) {
    constexpr double never = -std::numeric_limits<double>::infinity();
    place = static_cast<std::int32_t>(links_.size());
    links_.emplace_back();
    came_.resize(links_.size() * width_, Pair{never, never});
    free_.resize(links_.size() * width_);
  }
  return static_cast<std::size_t>(place);
}

void ServedLinks::serve_message(int link, const Visit& visit, const Pair* seconds, Pair* start) {
  const std::size_t number = place(link);
  Pair *const came = &came_[number * width_], *const free = &free_[number * width_];
  const Link next{visit.sender, visit.receiver, visit.sequence, visit.waited};
  decltype(Pair() > Pair()) not_before = {};
  for (std::size_t i = 0; i < width_; ++i) not_before |= came[i] >= visit.time[i];
  if (not_before[0] != 0 || not_before[1] != 0) compare(links_[number], next, came, visit.time);
  links_[number] = next;
  for (std::size_t i = 0; i < width_; ++i) {
    came[i] = visit.time[i];
    start[i] = later(visit.time[i], free[i]);
    free[i] = start[i] + seconds[i];
  }
}

/// Finds the lanes in which the next message is before the last one.
void ServedLinks::compare(const Link& last, const Link& next, const Pair* before, const Pair* now) {
  for (std::size_t lane = 0; lane < 2 * width_; ++lane) {
    const double then = before[lane / 2][lane % 2], time = now[lane / 2][lane % 2];
    if (then < time) continue;
    const LaneSet bit = LaneSet{1} << lane;
    const bool in_order =
        then == time && last.order((last.waited & bit) != 0) <= next.order((next.waited & bit) != 0);
    if (!in_order) others_ |= bit;
  }
}

}  // namespace collsim::fast
