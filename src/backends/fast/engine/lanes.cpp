#include "backends/fast/engine/lanes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

namespace {

int links_of(NetworkModel& model) {
  const Routes* served = model.served();
  return served ? served->network().links() : 0;
}

}  // namespace

Lanes::Lanes(const Schedule& schedule, const Ranks& ranks, RowTimes& rows, double window)
    : ranks_(ranks),
      row_times_(rows),
      at_links_(terms().front().model->served() != nullptr),
      width_(rows.width()),
      heads_(width_),
      ends_(width_),
      rows_(schedule.rows()),
      links_(width_, links_of(*terms().front().model)),
      timeline_(window),
      all_(~LaneSet{0} >> (64 - rows.lanes().size())) {
  Times free = 0;
  for (const Rank& rank : ranks) {
    Place& place = places_.emplace_back(Place{.reader = {schedule, rank.number}});
    place.in.done = place.out.done = true;
    place.in.over = place.out.over = free++;
    for (Times* times : {&place.now, &place.in.posted, &place.out.posted}) *times = free++;
    place.slots.resize(schedule.slots(rank.number));
    for (Side& side : place.slots) {
      side.posted = free++;
      side.over = free++;
    }
  }
  times_.resize(free * width_);
}

Lanes::End Lanes::run() {
  for (const Rank& rank : ranks_) ready_.push_back(rank.number);
  do {
    while (!ready_.empty() && follows_) {
      const int rank = ready_.back();
      ready_.pop_back();
      resume(rank);
    }
  } while (follows_ && !is_alone() && advance());
  if (!follows(0)) return End::left_out;
  if (is_alone()) return End::alone;
  const auto ended = [](const Place& place) { return place.reader.at_end() && place.mailbox.empty(); };
  return follows_ && std::ranges::all_of(places_, ended) ? End::reached : End::nowhere;
}

/// Whether there was an event.
bool Lanes::advance() {
  if (timeline_.first() == std::numeric_limits<double>::infinity()) return false;
  const TimelineEvent event = timeline_.pop();
  Side& send = static_cast<Side&>(*event.request);
  event.kind == TimelineEvent::Kind::set_out ? set_out(send) : pass(send, way_of(send));
  return true;
}

void Lanes::resume(int rank) {
  Place& place = place_of(rank);
  for (; !place.reader.at_end(); place.reader.next()) {
    const Schedule::Move move = place.reader.move();
    if (!place.begun) begin(rank, place, move);
    place.begun = true;
    if (must_wait(place, move)) return;
    leave(place, move);
    place.begun = false;
  }
}

void Lanes::begin(int rank, Place& place, const Schedule::Move& move) {
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
      follows_ = false;
  }
}

void Lanes::send(int rank, Place& place, Side& side, const Schedule::Move& move) {
  Pair* const now = at(place.now);
  for (std::size_t i = 0; i < width_; ++i) now[i] += row_times_.send_overhead()[i];
  side.kind = Request::Kind::send;
  side.sequence = place.sent++;
  side.owner = rank;
  side.peer = move.to;
  side.tag = move.out_tag;
  post(place, place_of(move.to), side);
}

void Lanes::recv(int rank, Place& place, Side& side, const Schedule::Move& move) {
  side.kind = Request::Kind::recv;
  side.owner = rank;
  side.peer = move.from;
  side.tag = move.in_tag;
  post(place, place, side);
}

void Lanes::post(const Place& owner, Place& receiver, Side& side) {
  side.done = side.awaited = false;
  side.row = owner.reader.row();
  std::copy_n(at(owner.now), width_, at(side.posted));
  Request* const partner = receiver.mailbox.match(side, false);
  if (!partner) return;
  Side& other = static_cast<Side&>(*partner);
  side.kind == Request::Kind::send ? join(side, other) : join(other, side);
}

/// A message sets out when both sides have posted it.
void Lanes::join(Side& send, Side& recv) {
  send.partner = &recv;
  look_at(send);
  follows_ = follows_ && row_times_.fit(send.row, recv.row);
  if (!follows_) return;
  Pair* const left = at(send.posted);
  const Pair* const asked = at(recv.posted);
  for (std::size_t i = 0; i < width_; ++i) left[i] = later(left[i], asked[i]);
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  const bool passes_links = at_links_ && from != to;
  const RowTimes::Leg* const leg = passes_links ? nullptr : row_times_.leg(from, to, send.row);
  if (!leg && at_links_)
    return timeline_.push(
        {left[0][0], send.owner, send.owner, send.sequence, TimelineEvent::Kind::set_out, {&send}});
  follows_ = leg != nullptr;
  if (!leg) return;
  for (std::size_t i = 0; i < width_; ++i) arrive(send, i, left[i] + leg->latency()[i] + leg->seconds()[i]);
  complete(send);
  complete(recv);
}

/// In two lanes.
void Lanes::arrive(Side& send, std::size_t i, Pair time) {
  for (const Times over : {send.over, static_cast<Side&>(*send.partner).over})
    at(over)[i] = later(at(over)[i], time);
}

/// The head of a message leaves when its first link is free.
void Lanes::set_out(Side& send) {
  const Way& way = way_of(send);
  if (!follows_) return;
  Pair* const left = at(send.posted);
  send.waited = 0;
  if (is_shared(way.links.front())) {
    links_.take(way.links.front(), {left, send.owner, send.peer, send.sequence, 0}, way.seconds.data(),
                heads_.data());
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
void Lanes::pass(Side& send, const Way& way) {
  const Pair* const left = at(send.posted);
  const Pair* seconds = way.seconds.data();
  for (std::size_t i = 0; i < width_; ++i) ends_[i] = left[i] + way.latency[i] + *seconds++;
  for (auto link = way.links.begin() + 1; link < way.links.end(); ++link, seconds += width_) {
    const Pair* head = left;
    if (is_shared(*link)) {
      links_.take(*link, {left, send.owner, send.peer, send.sequence, send.waited}, seconds, heads_.data());
      head = heads_.data();
    }
    for (std::size_t i = 0; i < width_; ++i)
      ends_[i] = later(ends_[i], head[i] + way.latency[i] + seconds[i]);
  }
  for (std::size_t i = 0; i < width_; ++i) arrive(send, i, ends_[i]);
  complete(send);
  complete(static_cast<Side&>(*send.partner));
}

void Lanes::complete(Side& side) {
  side.done = true;
  if (side.awaited) ready_.push_back(side.owner);
}

bool Lanes::must_wait(Place& place, const Schedule::Move& move) {
  const auto waits = [](Side& side) {
    side.awaited = !side.done;
    return side.awaited;
  };
  if (move.kind == Schedule::Kind::wait) return waits(place.slots[move.slot]);
  // One after the other: it goes on, and looks again, when the first is done.
  return move.kind == Schedule::Kind::call && (waits(place.in) || waits(place.out));
}

void Lanes::leave(Place& place, const Schedule::Move& move) {
  Pair* const now = at(place.now);
  if (move.kind == Schedule::Kind::call || move.kind == Schedule::Kind::wait) {
    const Pair* const over =
        at(move.kind == Schedule::Kind::call ? place.in.over : place.slots[move.slot].over);
    for (std::size_t i = 0; i < width_; ++i) now[i] = later(now[i], over[i]);
  }
  const std::vector<Pair>& spent = row_times_.spent(place.reader.row());
  for (auto seconds = spent.begin(); seconds != spent.end();)
    for (std::size_t i = 0; i < width_; ++i) now[i] += *seconds++;
}

/// Leaves out lanes in which the message takes another way.
const Lanes::Way& Lanes::way_of(const Side& send) {
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  const Row& row = rows_[send.row];
  way_.latency.resize(width_);
  const Routes* last = nullptr;
  double latency = 0;
  for (std::size_t lane = 0; lane < terms().size(); ++lane) {
    Routes& routes = *terms()[lane].model->served();
    if (&routes != last) {
      latency = routes.find(from, to);
      if (lane == 0) way_.links = routes.links();
      if (routes.links() != way_.links) leave_out(lane);
      last = &routes;
    }
    way_.latency[lane / 2][lane % 2] = latency;
  }
  way_.seconds.resize(way_.links.size() * width_);
  auto seconds = way_.seconds.begin();
  for (const int link : way_.links)
    for (std::size_t i = 0; i < width_; ++i) *seconds++ = row.payload[i] * inverse_bandwidth(link, i);
  for (std::size_t i = 0; i < width_; ++i)
    way_.latency[i] = way_.latency[i] * row.latency_factor[i] + row.network_latency[i];
  return way_;
}

/// Seconds per byte, in two lanes.
Pair Lanes::inverse_bandwidth(int link, std::size_t i) const {
  const double first = terms()[2 * i].model->served()->inverse_bandwidth(link);
  if (terms()[2 * i].model == terms()[2 * i + 1].model) return Pair{first, first};
  return Pair{first, terms()[2 * i + 1].model->served()->inverse_bandwidth(link)};
}

bool Lanes::is_shared(int link) const {
  return terms().front().model->served()->network().shared(link);
}

/// Leaves out lanes in which the sender would not wait for the end of the message, or the message takes no time, whose effects
/// must come after it.
void Lanes::look_at(const Side& send) {
  Row& row = rows_[send.row];
  if (std::exchange(row.is_sent, true)) return;
  row.payload.resize(width_);
  row.latency_factor.resize(width_);
  row.network_latency.resize(width_);
  for (std::size_t lane = 0; lane < terms().size(); ++lane) {
    const std::int64_t bytes = row_times_.sent(send.row, lane);
    if (bytes < terms()[lane].kept_below) leave_out(lane);
    if (!at_links_) continue;
    const Routes& routes = *terms()[lane].model->served();
    row.payload[lane / 2][lane % 2] = routes.payload(bytes);
    row.latency_factor[lane / 2][lane % 2] = routes.latency_factor({0, 0, bytes, {}, nullptr});
    row.network_latency[lane / 2][lane % 2] = routes.network_latency();
    if (routes.payload(bytes) <= 0) leave_out(lane);
  }
}

void Lanes::leave_out(std::size_t lane) {
  left_out_ |= LaneSet{1} << lane;
  follows_ = follows_ && lane > 0;
}

}  // namespace collsim::fast
