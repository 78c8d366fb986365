#include "backends/fast/engine/lanes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

namespace {

/// An even number of them, of which the last may be there twice.
template <class T>
std::vector<T> paired(std::vector<T> all) {
  if (all.size() % 2 != 0) all.push_back(all.back());
  return all;
}

int links_of(NetworkModel& model) {
  const Routes* served = model.served();
  return served ? served->network().links() : 0;
}

}  // namespace

Lanes::Lanes(const Schedule& schedule, const Ranks& ranks, std::vector<std::size_t> lanes,
             std::vector<Terms> terms, bool uniform, double window)
    : schedule_(schedule),
      ranks_(ranks),
      lanes_(paired(std::move(lanes))),
      terms_(paired(std::move(terms))),
      at_ports_(terms_.front().model->traits.contends_at_ports),
      at_links_(terms_.front().model->served() != nullptr),
      uniform_(uniform),
      width_(lanes_.size() / 2),
      send_overhead_(width_),
      heads_(width_),
      ends_(width_),
      links_(width_, links_of(*terms_.front().model)),
      timeline_(window),
      all_(~LaneSet{0} >> (64 - lanes_.size())) {
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
  for (std::size_t row = 0; row < schedule.rows(); ++row) rows_.push_back({spent(schedule.row(row))});
}

/// Seconds that are none in all lanes left out.
std::vector<Pair> Lanes::spent(const Schedule::Amounts* amounts) const {
  std::vector<Pair> all;
  for (std::size_t which = 0; which < amounts->spent.size(); ++which) {
    std::vector<Pair> seconds(width_);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      seconds[lane / 2][lane % 2] = amounts[lanes_[lane]].spent[which];
    const auto is_none = [](const Pair& pair) { return pair[0] == 0 && pair[1] == 0; };
    if (!std::ranges::all_of(seconds, is_none)) all.insert(all.end(), seconds.begin(), seconds.end());
  }
  return all;
}

Lanes::End Lanes::run() {
  if (at_ports_ && !ranks_.each_on_its_node()) return End::nowhere;
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
  const Event event = timeline_.pop();
  Side& send = static_cast<Side&>(*event.request);
  event.kind == Event::Kind::set_out ? set_out(send) : pass(send, way_of(send));
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
  side.sequence = place.sent++;
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
  send.partner = &recv;
  look_at(send);
  follows_ = follows_ && fits(send, recv);
  if (!follows_) return;
  Pair* const left = at(send.posted);
  const Pair* const asked = at(recv.posted);
  for (std::size_t i = 0; i < width_; ++i) left[i] = later(left[i], asked[i]);
  const Leg* const leg = leg_of(send);
  if (!leg) {
    if (follows_)
      timeline_.push({left[0][0], send.owner, send.owner, send.sequence, Event::Kind::set_out, {&send}});
    return;
  }
  Pair *const out = at(place_of(send.owner).port_out), *const in = at(place_of(recv.owner).port_in);
  for (std::size_t i = 0; i < width_; ++i) {
    if (leg->through_ports) {
      left[i] = later(left[i], out[i]);
      out[i] = left[i] + leg->port[i];
      left[i] = later(left[i], in[i]);
      in[i] = left[i] + leg->port[i];
    }
    arrive(send, i, left[i] + leg->latency[i] + leg->seconds[i]);
  }
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
    timeline_.push({left[0][0], send.peer, send.owner, send.sequence, Event::Kind::pass, {&send}});
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

/// Whether the receive has room for the message in every lane.
bool Lanes::fits(const Side& send, const Side& recv) {
  if (fitting_ == std::pair(send.row, recv.row)) return true;
  fitting_ = {send.row, recv.row};
  const Schedule::Amounts *const out = schedule_.row(send.row), *const in = schedule_.row(recv.row);
  return std::ranges::all_of(lanes_, [&](std::size_t lane) { return out[lane].out <= in[lane].in; });
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

const Lanes::Leg* Lanes::leg_of(const Side& send) {
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  if (at_links_ && from != to) return nullptr;
  Leg& known = uniform_ && from != to ? rows_[send.row].leg : found_;
  if (&known != &found_ && !known.latency.empty()) return &known;
  if (find_leg(send, known)) return &known;
  follows_ = follows_ && at_links_;
  return nullptr;
}

bool Lanes::find_leg(const Side& send, Leg& leg) {
  leg.latency.resize(width_);
  leg.seconds.resize(width_);
  leg.port.resize(width_);
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const std::int64_t bytes = schedule_.row(send.row)[lanes_[lane]].out;
    const auto passage = terms_[lane].model->passage({from, to, bytes, {}, nullptr});
    if (!passage) return false;
    leg.latency[lane / 2][lane % 2] = passage->latency;
    leg.seconds[lane / 2][lane % 2] = passage->seconds;
    leg.port[lane / 2][lane % 2] = passage->port;
    leg.through_ports = passage->through_ports;
  }
  return true;
}

/// Leaves out lanes in which the message takes another way.
const Lanes::Way& Lanes::way_of(const Side& send) {
  const int from = ranks_.node_of(send.owner), to = ranks_.node_of(send.peer);
  const Row& row = rows_[send.row];
  way_.latency.resize(width_);
  const Routes* last = nullptr;
  double latency = 0;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    Routes& routes = *terms_[lane].model->served();
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
  for (std::size_t i = 0; i < width_; ++i) way_.latency[i] *= row.latency_factor[i];
  return way_;
}

/// Seconds per byte, in two lanes.
Pair Lanes::inverse_bandwidth(int link, std::size_t i) const {
  const double first = terms_[2 * i].model->served()->inverse_bandwidth(link);
  if (terms_[2 * i].model == terms_[2 * i + 1].model) return Pair{first, first};
  return Pair{first, terms_[2 * i + 1].model->served()->inverse_bandwidth(link)};
}

bool Lanes::is_shared(int link) const {
  return terms_.front().model->served()->network().shared(link);
}

/// Leaves out lanes in which the sender would not wait for the end of the message, or the message takes no time, whose effects
/// must come after it.
void Lanes::look_at(const Side& send) {
  Row& row = rows_[send.row];
  if (std::exchange(row.is_sent, true)) return;
  row.payload.resize(width_);
  row.latency_factor.resize(width_);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const std::int64_t bytes = schedule_.row(send.row)[lanes_[lane]].out;
    if (bytes < terms_[lane].kept_below) leave_out(lane);
    if (!at_links_) continue;
    const Routes& routes = *terms_[lane].model->served();
    row.payload[lane / 2][lane % 2] = routes.payload(bytes);
    row.latency_factor[lane / 2][lane % 2] = routes.latency_factor({0, 0, bytes, {}, nullptr});
    if (routes.payload(bytes) <= 0) leave_out(lane);
  }
}

void Lanes::leave_out(std::size_t lane) {
  left_out_ |= LaneSet{1} << lane;
  follows_ = follows_ && lane > 0;
}

std::vector<std::optional<std::vector<double>>> evaluate(const Schedule& schedule, const Ranks& ranks,
                                                         std::vector<std::size_t> lanes,
                                                         const std::vector<Lanes::Terms>& terms, bool uniform,
                                                         double window) {
  constexpr std::size_t most = 64;
  constexpr int enough = 2;
  std::vector<std::optional<std::vector<double>>> ends(schedule.lanes());
  const auto follow = [&](std::vector<std::size_t> chosen) {
    std::vector<Lanes::Terms> their;
    for (const std::size_t lane : chosen) their.push_back(terms[lane]);
    Lanes evaluation(schedule, ranks, chosen, std::move(their), uniform, window);
    const Lanes::End how = evaluation.run();
    for (std::size_t i = 0; how == Lanes::End::reached && i < chosen.size(); ++i) {
      if (!evaluation.follows(i)) continue;
      std::erase(lanes, chosen[i]);
      auto& its = ends[chosen[i]].emplace();
      for (const Rank& rank : ranks) its.push_back(evaluation.end(rank.number, i));
    }
    return how;
  };
  for (int vain = 0; !lanes.empty();) {
    const std::size_t number = vain < enough ? std::min(most, lanes.size()) : 1;
    Lanes::End how = follow({lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(number)});
    if (how == Lanes::End::alone) {
      ++vain;
      how = follow({lanes.front()});
    }
    if (how == Lanes::End::nowhere) return ends;
    if (how == Lanes::End::left_out) lanes.erase(lanes.begin());
  }
  return ends;
}

}  // namespace collsim::fast
