#include "backends/fast/schedules/lanes_in_step.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace collsim::fast {

namespace {

int links_of(NetworkModel& model) {
  const Routes* served = model.served();
  return served ? served->network().links() : 0;
}

}  // namespace

LanesInStep::LanesInStep(const Schedule& schedule, StepTimes& times)
    : times_(times),
      at_links_(times.network(0).model->served() != nullptr),
      width_(times.width()),
      heads_(width_),
      ends_(width_),
      rows_(schedule.rows()),
      links_(width_, links_of(*times.network(0).model)),
      timeline_(times.network(0).lookahead()),
      all_(~LaneSet{0} >> (64 - times.lanes())) {
  Clock free = 0;
  for (int rank = 0; rank < times.ranks(); ++rank) {
    RankInStep& place = places_.emplace_back(RankInStep{.reader = {schedule, rank}});
    place.in.done = place.out.done = true;
    place.in.over = place.out.over = free++;
    for (Clock* clock : {&place.now, &place.in.posted, &place.out.posted}) *clock = free++;
    place.slots.resize(schedule.slots(rank));
    for (MessageSide& side : place.slots) {
      side.posted = free++;
      side.over = free++;
    }
  }
  clocks_.resize(free * width_);
}

LanesInStep::End LanesInStep::run() {
  for (int rank = 0; rank < times_.ranks(); ++rank) ready_.push_back(rank);
  do {
    while (!ready_.empty() && goes_on_) {
      const int rank = ready_.back();
      ready_.pop_back();
      resume(rank);
    }
  } while (goes_on_ && !is_alone() && advance());
  if (!in_step(0)) return End::left_out;
  if (is_alone()) return End::alone;
  const auto ended = [](const RankInStep& place) { return place.reader.at_end() && place.mailbox.empty(); };
  return goes_on_ && std::ranges::all_of(places_, ended) ? End::reached : End::nowhere;
}

/// Whether there was an event.
bool LanesInStep::advance() {
  if (timeline_.first() == std::numeric_limits<double>::infinity()) return false;
  const TimelineEvent event = timeline_.pop();
  MessageSide& send = static_cast<MessageSide&>(*event.request);
  event.kind == TimelineEvent::Kind::set_out ? set_out(send) : pass(send, way_of(send));
  return true;
}

void LanesInStep::resume(int rank) {
  RankInStep& place = place_of(rank);
  for (; !place.reader.at_end(); place.reader.next()) {
    const Schedule::Move move = place.reader.move();
    if (!place.begun) begin(rank, place, move);
    place.begun = true;
    if (must_wait(place, move)) return;
    leave(place, move);
    place.begun = false;
  }
}

void LanesInStep::begin(int rank, RankInStep& place, const Schedule::Move& move) {
  switch (move.kind) {
    case Schedule::Kind::call:
      if (move.from >= 0) recv(rank, place, place.in, move);
      if (move.to >= 0) send(rank, place, place.out, move);
      return;
    case Schedule::Kind::send:
      return send(rank, place, place.slots[move.slot], move);
    case Schedule::Kind::recv:
      return recv(rank, place, place.slots[move.slot], move);
    case Schedule::Kind::wait:
      return;
    case Schedule::Kind::work:
    case Schedule::Kind::raise:
    case Schedule::Kind::await:
      goes_on_ = false;
  }
}

void LanesInStep::send(int rank, RankInStep& place, MessageSide& side, const Schedule::Move& move) {
  Pair* const now = times_at(place.now);
  for (std::size_t i = 0; i < width_; ++i) now[i] += times_.send_overhead()[i];
  side.kind = Request::Kind::send;
  side.sequence = place.sent++;
  side.owner = rank;
  side.peer = move.to;
  side.tag = move.out_tag;
  post(place, place_of(move.to), side);
}

void LanesInStep::recv(int rank, RankInStep& place, MessageSide& side, const Schedule::Move& move) {
  side.kind = Request::Kind::recv;
  side.owner = rank;
  side.peer = move.from;
  side.tag = move.in_tag;
  post(place, place, side);
}

void LanesInStep::post(const RankInStep& owner, RankInStep& receiver, MessageSide& side) {
  side.done = side.awaited = false;
  side.row = owner.reader.row();
  std::copy_n(times_at(owner.now), width_, times_at(side.posted));
  Request* const partner = receiver.mailbox.match(side, false);
  if (!partner) return;
  MessageSide& other = static_cast<MessageSide&>(*partner);
  side.kind == Request::Kind::send ? join(side, other) : join(other, side);
}

/// A message sets out when both sides have posted it.
void LanesInStep::join(MessageSide& send, MessageSide& recv) {
  send.partner = &recv;
  look_at(send);
  goes_on_ = goes_on_ && times_.fit(send.row, recv.row);
  if (!goes_on_) return;
  Pair* const left = times_at(send.posted);
  const Pair* const asked = times_at(recv.posted);
  for (std::size_t i = 0; i < width_; ++i) left[i] = later(left[i], asked[i]);
  const bool passes_links = at_links_ && times_.node_of(send.owner) != times_.node_of(send.peer);
  const StepTimes::Passages* const its =
      passes_links ? nullptr : times_.passages(send.owner, send.peer, send.row);
  if (!its && at_links_)
    return timeline_.push(
        {left[0][0], send.owner, send.owner, send.sequence, TimelineEvent::Kind::set_out, {&send}});
  goes_on_ = its != nullptr;
  if (!its) return;
  for (std::size_t i = 0; i < width_; ++i) arrive(send, i, left[i] + its->latency()[i] + its->seconds()[i]);
  complete(send);
  complete(recv);
}

/// In two lanes.
void LanesInStep::arrive(MessageSide& send, std::size_t i, Pair time) {
  for (const Clock over : {send.over, static_cast<MessageSide&>(*send.partner).over})
    times_at(over)[i] = later(times_at(over)[i], time);
}

/// The head of a message leaves when its first link is free.
void LanesInStep::set_out(MessageSide& send) {
  const LinkTimes& way = way_of(send);
  if (!goes_on_) return;
  Pair* const left = times_at(send.posted);
  send.waited = 0;
  if (is_shared(way.links.front())) {
    links_.serve_message(way.links.front(), {left, send.owner, send.peer, send.sequence, 0},
                         way.seconds.data(), heads_.data());
    for (std::size_t i = 0; i < width_; ++i) {
      const auto waited = heads_[i] > left[i];
      send.waited |= LaneSet{(waited[0] != 0 ? 1U : 0U) | (waited[1] != 0 ? 2U : 0U)} << 2 * i;
      left[i] = heads_[i];
    }
  }
  if ((send.waited & 1U) != 0)
    timeline_.push({left[0][0], send.peer, send.owner, send.sequence, TimelineEvent::Kind::pass, {&send}});
  else
    pass(send, way);
}

/// From when its head has left it waits for each of the other links by itself.
void LanesInStep::pass(MessageSide& send, const LinkTimes& way) {
  const Pair* const left = times_at(send.posted);
  const Pair* seconds = way.seconds.data();
  for (std::size_t i = 0; i < width_; ++i) ends_[i] = left[i] + way.latency[i] + *seconds++;
  for (auto link = way.links.begin() + 1; link < way.links.end(); ++link, seconds += width_) {
    const Pair* head = left;
    if (is_shared(*link)) {
      links_.serve_message(*link, {left, send.owner, send.peer, send.sequence, send.waited}, seconds,
                           heads_.data());
      head = heads_.data();
    }
    for (std::size_t i = 0; i < width_; ++i)
      ends_[i] = later(ends_[i], head[i] + way.latency[i] + seconds[i]);
  }
  for (std::size_t i = 0; i < width_; ++i) arrive(send, i, ends_[i]);
  complete(send);
  complete(static_cast<MessageSide&>(*send.partner));
}

void LanesInStep::complete(MessageSide& side) {
  side.done = true;
  if (side.awaited) ready_.push_back(side.owner);
}

bool LanesInStep::must_wait(RankInStep& place, const Schedule::Move& move) {
  const auto waits = [](MessageSide& side) {
    side.awaited = !side.done;
    return side.awaited;
  };
  if (move.kind == Schedule::Kind::wait) return waits(place.slots[move.slot]);
  // One after the other: it goes on, and looks again, when the first is done.
  return move.kind == Schedule::Kind::call && (waits(place.in) || waits(place.out));
}

void LanesInStep::leave(RankInStep& place, const Schedule::Move& move) {
  Pair* const now = times_at(place.now);
  if (move.kind == Schedule::Kind::call || move.kind == Schedule::Kind::wait) {
    const Pair* const over =
        times_at(move.kind == Schedule::Kind::call ? place.in.over : place.slots[move.slot].over);
    for (std::size_t i = 0; i < width_; ++i) now[i] = later(now[i], over[i]);
  }
  times_.spend(place.reader.row(), now);
}

/// Leaves out lanes in which the message takes another way.
const LanesInStep::LinkTimes& LanesInStep::way_of(const MessageSide& send) {
  const int from = times_.node_of(send.owner), to = times_.node_of(send.peer);
  const Row& row = rows_[send.row];
  const Routes* last = nullptr;
  double latency = 0;
  times_.fill(way_.latency, [&](std::size_t lane) {
    Routes& its = routes(lane);
    if (&its == last) return latency;
    latency = its.find(from, to);
    if (lane == 0) way_.links = its.links();
    if (its.links() != way_.links) leave_out(lane);
    last = &its;
    return latency;
  });
  way_.seconds.resize(way_.links.size() * width_);
  auto seconds = way_.seconds.begin();
  for (const int link : way_.links)
    for (std::size_t i = 0; i < width_; ++i) *seconds++ = row.payload[i] * inverse_bandwidth(link, i);
  for (std::size_t i = 0; i < width_; ++i)
    way_.latency[i] = way_.latency[i] * row.latency_factor[i] + row.network_latency[i];
  return way_;
}

/// Seconds per byte, in two lanes.
Pair LanesInStep::inverse_bandwidth(int link, std::size_t i) const {
  const Routes &one = routes(2 * i), &other = routes(2 * i + 1);
  const double first = one.inverse_bandwidth(link);
  return Pair{first, &one == &other ? first : other.inverse_bandwidth(link)};
}

bool LanesInStep::is_shared(int link) const {
  return routes(0).network().shared(link);
}

/// Leaves out lanes in which the sender would not wait for the end of the message, or the message takes no time, whose effects
/// must come after it.
void LanesInStep::look_at(const MessageSide& send) {
  Row& row = rows_[send.row];
  if (std::exchange(row.is_sent, true)) return;
  for (std::size_t lane = 0; lane < times_.lanes(); ++lane)
    if (!times_.network(lane).protocol.sender_waits(times_.sent(send.row, lane))) leave_out(lane);
  if (!at_links_) return;
  const auto bytes = [&](std::size_t lane) { return times_.sent(send.row, lane); };
  times_.fill(row.payload, [&](std::size_t lane) { return routes(lane).payload(bytes(lane)); });
  times_.fill(row.latency_factor, [&](std::size_t lane) {
    return routes(lane).latency_factor({0, 0, bytes(lane), {}, nullptr});
  });
  times_.fill(row.network_latency, [&](std::size_t lane) { return routes(lane).network_latency(); });
  for (std::size_t lane = 0; lane < times_.lanes(); ++lane)
    if (in_lane(row.payload.data(), lane) <= 0) leave_out(lane);
}

void LanesInStep::leave_out(std::size_t lane) {
  left_out_ |= LaneSet{1} << lane;
  goes_on_ = goes_on_ && lane > 0;
}

}  // namespace collsim::fast
