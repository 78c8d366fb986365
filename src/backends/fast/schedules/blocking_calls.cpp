#include "backends/fast/schedules/blocking_calls.hpp"

#include <algorithm>

namespace collsim::fast {

BlockingCalls::BlockingCalls(const Schedule& schedule, StepTimes& times)
    : times_(times),
      width_(times.width()),
      alike_(times.uniform() && times.each_on_its_node() && schedule.is_symmetric()) {
  const int evaluated = alike_ ? 1 : times.ranks();
  places_.reserve(static_cast<std::size_t>(evaluated));
  for (int rank = 0; rank < evaluated; ++rank) places_.push_back({.reader = {schedule, rank}});
  clocks_.resize(places_.size() * vectors * width_);
}

bool BlockingCalls::run() {
  constexpr std::size_t most = 32;
  for (int rank = 0; rank < std::ssize(places_); ++rank) go_on(rank, place_of(rank));
  while (goes_on_ && !ready_.empty()) {
    batch_.assign(ready_.end() - static_cast<std::ptrdiff_t>(std::min(most, ready_.size())), ready_.end());
    ready_.resize(ready_.size() - batch_.size());
    for (const int rank : batch_) prefetch_partners(rank);
    for (const int rank : batch_) begin(rank);
  }
  return goes_on_ &&
         std::ranges::all_of(places_, [](const BlockedRank& place) { return place.reader.at_end(); });
}

void BlockingCalls::go_on(int rank, const BlockedRank& place) {
  if (!place.reader.at_end()) ready_.push_back(rank);
}

void BlockingCalls::prefetch_partners(int rank) const {
  const Schedule::Move move = place_of(rank).reader.move();
  for (const int partner : {move.to, move.from}) {
    if (partner < 0) continue;
    prefetch(&place_of(partner));
    prefetch(&clocks_[place_number(partner) * vectors * width_]);
  }
}

void BlockingCalls::begin(int rank) {
  BlockedRank& place = place_of(rank);
  const Schedule::Move move = place.reader.move();
  const auto [now, over, port_out, port_in] = clocks_of(rank);
  const Pair* const overhead = times_.send_overhead();
  for (std::size_t i = 0; i < width_; ++i) over[i] = move.to >= 0 ? now[i] + overhead[i] : now[i];
  place.to = move.to;
  place.from = move.from;
  place.out_tag = move.out_tag;
  place.in_tag = move.in_tag;
  if (move.to >= 0) {
    BlockedRank& receiver = place_of(move.to);
    if (alike_ || (receiver.from == rank && receiver.in_tag == move.out_tag)) {
      join(rank, place, move.to, receiver);
      if (!receiver.waits() && &receiver != &place) end_call(move.to, receiver);
    }
  }
  if (place.from >= 0) {
    BlockedRank& sender = place_of(move.from);
    if (sender.to == rank && sender.out_tag == move.in_tag) {
      join(move.from, sender, rank, place);
      if (!sender.waits()) end_call(move.from, sender);
    }
  }
  if (!place.waits()) end_call(rank, place);
}

void BlockingCalls::end_call(int rank, BlockedRank& place) {
  if (!goes_on_) return;
  const Clocks its = clocks_of(rank);
  std::copy_n(its.over, width_, its.now);
  times_.spend(place.reader.row(), its.now);
  place.reader.next();
  go_on(rank, place);
}

void BlockingCalls::join(int sender, BlockedRank& from, int receiver, BlockedRank& to) {
  const std::size_t row = from.reader.row();
  const StepTimes::Passages* const its = times_.passages(sender, receiver, row);
  goes_on_ = its && times_.fit(row, to.reader.row());
  if (!goes_on_) return;
  const Clocks out = clocks_of(sender), in = clocks_of(receiver);
  const Pair* const overhead = times_.send_overhead();
  const Pair *const latency = its->latency(), *const seconds = its->seconds(), *const port = its->port();
  for (std::size_t i = 0; i < width_; ++i) {
    Pair left = later(out.now[i] + overhead[i], in.now[i]);
    if (its->through_ports) {
      left = later(left, out.port_out[i]);
      out.port_out[i] = left + port[i];
      left = later(left, in.port_in[i]);
      in.port_in[i] = left + port[i];
    }
    const Pair arrived = left + latency[i] + seconds[i];
    out.over[i] = later(out.over[i], arrived);
    in.over[i] = later(in.over[i], arrived);
  }
  from.to = to.from = -1;
}

}  // namespace collsim::fast
