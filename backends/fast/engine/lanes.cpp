#include "backends/fast/engine/lanes.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

Lanes::Lanes(const Schedule& schedule, const Ranks& ranks, std::vector<Terms> terms, bool uniform)
    : schedule_(schedule),
      ranks_(ranks),
      terms_(std::move(terms)),
      at_ports_(terms_.front().model->traits.contends_at_ports),
      uniform_(uniform),
      width_((schedule.lanes() + 1) / 2),
      send_overhead_(width_) {
  for (std::size_t lane = 0; lane < terms_.size(); ++lane)
    send_overhead_[lane / 2][lane % 2] = terms_[lane].model->traits.send_overhead;
  Times free = 0;
  for (const Rank& rank : ranks) {
    Place& place = places_.emplace_back(Place{.reader = {schedule, rank.number}});
    place.in.done = place.out.done = true;
    place.in.over = place.out.over = free++;
    for (Times* times : {&place.now, &place.port_out, &place.port_in, &place.in.posted, &place.out.posted})
      *times = free++;
    place.slots.resize(schedule.slots(rank.number));
    for (Side& side : place.slots) {
      side.posted = free++;
      side.over = free++;
    }
  }
  times_.resize(free * width_);
  for (std::size_t row = 0; row < schedule.rows(); ++row) rows_.push_back({spent(schedule.row(row)), {}});
}

/// Seconds that are none in all lanes left out.
std::vector<Lanes::Pair> Lanes::spent(const Schedule::Amounts* amounts) const {
  std::vector<Pair> all;
  for (std::size_t which = 0; which < amounts->spent.size(); ++which) {
    std::vector<Pair> seconds(width_);
    for (std::size_t lane = 0; lane < schedule_.lanes(); ++lane)
      seconds[lane / 2][lane % 2] = amounts[lane].spent[which];
    const auto is_none = [](const Pair& pair) { return pair[0] == 0 && pair[1] == 0; };
    if (!std::ranges::all_of(seconds, is_none)) all.insert(all.end(), seconds.begin(), seconds.end());
  }
  return all;
}

bool Lanes::run() {
  if (at_ports_ && !ranks_.each_on_its_node()) return false;
  for (const Rank& rank : ranks_) ready_.push_back(rank.number);
  while (!ready_.empty() && follows_) {
    const int rank = ready_.back();
    ready_.pop_back();
    resume(rank);
  }
  const auto ended = [](const Place& place) { return place.reader.at_end() && place.mailbox.empty(); };
  return follows_ && std::ranges::all_of(places_, ended);
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
      follows_ = follows_ && !at_ports_;
      return send(rank, place, place.slots[move.slot], move);
    case Schedule::Kind::recv:
      follows_ = follows_ && !at_ports_;
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
  for (std::size_t i = 0; i < width_; ++i) now[i] += send_overhead_[i];
  side.kind = Request::Kind::send;
  side.owner = side.source = rank;
  side.peer = move.to;
  side.tag = move.out_tag;
  post(place, place_of(move.to), side);
}

void Lanes::recv(int rank, Place& place, Side& side, const Schedule::Move& move) {
  side.kind = Request::Kind::recv;
  side.owner = rank;
  side.peer = side.source = move.from;
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

/// The model's definition, lane by lane: a message sets out when both sides have posted it, waits for the port out, then
/// for the port in, and arrives.
void Lanes::join(Side& send, Side& recv) {
  const Leg& leg = leg_of(send);
  follows_ = follows_ && fits(send, recv);
  const Pair *const sent = at(send.posted), *const asked = at(recv.posted);
  Pair *const out = at(place_of(send.owner).port_out), *const in = at(place_of(recv.owner).port_in);
  Pair *const sender = at(send.over), *const receiver = at(recv.over);
  for (std::size_t i = 0; i < width_; ++i) {
    Pair left = later(sent[i], asked[i]);
    if (leg.through_ports) {
      left = later(left, out[i]);
      out[i] = left + leg.port[i];
      left = later(left, in[i]);
      in[i] = left + leg.port[i];
    }
    const Pair end = left + leg.latency[i] + leg.seconds[i];
    sender[i] = later(sender[i], end);
    receiver[i] = later(receiver[i], end);
  }
  complete(send);
  complete(recv);
}

/// Whether the receive has room for the message in every lane.
bool Lanes::fits(const Side& send, const Side& recv) {
  if (fitting_ == std::pair(send.row, recv.row)) return true;
  fitting_ = {send.row, recv.row};
  return std::ranges::equal(std::span(schedule_.row(send.row), schedule_.lanes()),
                            std::span(schedule_.row(recv.row), schedule_.lanes()), std::less_equal(),
                            &Schedule::Amounts::out, &Schedule::Amounts::in);
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
  const std::vector<Pair>& spent = rows_[place.reader.row()].spent;
  for (auto seconds = spent.begin(); seconds != spent.end();)
    for (std::size_t i = 0; i < width_; ++i) now[i] += *seconds++;
}

const Lanes::Leg& Lanes::leg_of(const Side& send) {
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  if (!uniform_ || from == to) {
    find_leg(send, found_);
    return found_;
  }
  Leg& known = rows_[send.row].leg;
  if (known.latency.empty()) find_leg(send, known);
  return known;
}

void Lanes::find_leg(const Side& send, Leg& leg) {
  leg.latency.resize(width_);
  leg.seconds.resize(width_);
  leg.port.resize(width_);
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  for (std::size_t lane = 0; lane < schedule_.lanes(); ++lane) {
    const std::int64_t bytes = schedule_.row(send.row)[lane].out;
    const auto passage = terms_[lane].model->passage({from, to, bytes, {}, nullptr});
    follows_ = follows_ && passage && bytes >= terms_[lane].kept_below;
    if (!follows_) return;
    leg.latency[lane / 2][lane % 2] = passage->latency;
    leg.seconds[lane / 2][lane % 2] = passage->seconds;
    leg.port[lane / 2][lane % 2] = passage->port;
    leg.through_ports = passage->through_ports;
  }
}

}  // namespace collsim::fast
