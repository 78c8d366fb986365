// Two ranks have a connection each way, as TCP's: a stream of bytes, whose sender goes on as soon as the connection's buffer
// holds what has not been acknowledged. The stream travels as pieces of one or more segments with headers. Each link sends the
// pieces of all connections in the order in which they come to it, each when its bucket holds tokens for all of it. As in Linux, a
// connection has two pieces at a time in the queue of its own host, and a receiver acknowledges every other segment: with the next
// piece of the connection back if there is one, but alone and at once where a piece brings both. Where nodes share processors, these
// hand messages over, pass pieces on and receive messages one after the other, in turns of the nodes. The first pieces on a connection
// at rest are sent by the call that hands their message over; the others wait for nobody, since what sends them interrupts.
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

/// The queue of a link before a bucket of tokens, which fills at the link's rate.
class Port {
 public:
  /// Seconds of rest after which the bucket is full.
  explicit Port(double rest) : rest_(rest), tokens_(rest) {}

  /// When bytes leave that come at `time`: not before those that came earlier.
  double pass(double time, double bytes, double rate) {
    const double first = std::max(time, left_);
    const double tokens = std::min(rest_, tokens_ + first - left_), needed = bytes / rate;
    tokens_ = std::max(0.0, tokens - needed);
    return left_ = first + std::max(0.0, needed - tokens);
  }

 private:
  double rest_;
  double tokens_;    ///< when the last bytes left, in seconds of the link's rate
  double left_ = 0;  ///< that time
};

/// Processors that nodes share, which give their nodes turns, one after the other. In its turn a node looks what has come, does all
/// that there is to do, and goes on with what follows from that.
class Cores {
 public:
  Cores(const TcpProtocol& its, int nodes)
      : cores_(static_cast<std::size_t>(its.cores)), nodes_(nodes), poll_(its.poll) {}

  bool none() const { return cores_.empty(); }

  static constexpr double waits = std::numeric_limits<double>::infinity();
  /// What a node has to do from `time` on. Of what has one `source` the first in a turn takes the seconds of all.
  struct Work {
    double time, seconds;
    const void* source;
  };
  /// Returns its number.
  std::size_t in_turn(int node, const Work& work) {
    Core& core = of(node);
    work_until(core, work.time);
    core.waiting[node].emplace_back(ends_.size(), work);
    ends_.push_back(waits);
    return ends_.size() - 1;
  }
  /// Likewise what it does without being asked: if its turn was the last one in which anything was done, it still has it.
  std::size_t at_once(int node, const Work& work) {
    const std::size_t number = in_turn(node, work);
    if (Core& core = of(node); core.last == node) {
      core.free = std::max(core.free, work.time);
      take(core, first(core));
    }
    return number;
  }
  /// A processor does this before anything else.
  void interrupt(int node, double time, double seconds) {
    if (none()) return;
    Core& core = of(node);
    work_until(core, time);
    core.free = std::max(core.free, time) + seconds;
  }

  /// When that is done; `waits` if that is not known at this time.
  double end(std::size_t number, int node, double time) {
    work_until(of(node), time);
    return ends_[number];
  }
  /// When that is done if nothing else comes before it; of what waits for a later turn, when the next one ends.
  double expected(std::size_t number, int node) {
    const Turn turn = first(of(node));
    for (const auto& [done, end] : turn.ends)
      if (done == number) return end;
    return turn.end;
  }

 private:
  using Works = std::vector<std::pair<std::size_t, Work>>;
  struct Core {
    int last = -1;    ///< node that did something in the last turn in which anything was done
    double free = 0;  ///< the end of that turn
    std::map<int, Works> waiting = {};  ///< by node
  };
  struct Turn {
    int node;
    double start, looked, end;
    std::vector<std::pair<std::size_t, double>> ends = {};  ///< of what is done in it
  };

  Core& of(int node) { return cores_[static_cast<std::size_t>(node) % cores_.size()]; }

  /// Turns of other nodes until that node has its next one.
  int turns_before(const Core& core, int node) const {
    const int number = static_cast<int>(cores_.size());
    return core.last < 0 ? node / number
                         : ((node - core.last) / number + nodes_at(node) - 1) % nodes_at(node);
  }
  int nodes_at(int node) const {
    const int number = static_cast<int>(cores_.size());
    return (nodes_ - node % number + number - 1) / number;
  }
  /// When a node's turn begins in which it finds what is ready then. The nodes before it look in vain.
  double start(const Core& core, int node, double ready) const {
    const double soonest = core.free + turns_before(core, node) * poll_, round = nodes_at(node) * poll_;
    if (ready <= soonest) return soonest;
    return round > 0 ? soonest + std::ceil((ready - soonest) / round) * round : ready;
  }
  /// The next turn in which anything is done, of a processor for which something waits.
  Turn first(const Core& core) const {
    Turn turn{.node = -1, .start = waits, .looked = waits, .end = waits};
    std::pair soonest(waits, 0);
    for (const auto& [node, works] : core.waiting) {
      const double ready = works.front().second.time;
      const bool goes_on = node == core.last && ready <= core.free;
      const std::pair its =
          goes_on ? std::pair(core.free, -1) : std::pair(start(core, node, ready), turns_before(core, node));
      if (its >= soonest) continue;
      soonest = its;
      turn = {.node = node, .start = its.first, .looked = its.first + (goes_on ? 0 : poll_), .end = 0};
    }
    turn.end = turn.looked;
    std::set<const void*> heard;
    for (const auto& [number, work] : core.waiting.at(turn.node)) {
      if (work.time > turn.start) break;
      if (!work.source || heard.insert(work.source).second) turn.end += work.seconds;
      turn.ends.emplace_back(number, turn.end);
    }
    return turn;
  }
  void take(Core& core, const Turn& turn) {
    for (const auto& [number, end] : turn.ends) ends_[number] = end;
    Works& works = core.waiting[turn.node];
    works.erase(works.begin(), works.begin() + std::ssize(turn.ends));
    if (works.empty()) core.waiting.erase(turn.node);
    core.last = turn.node;
    core.free = turn.end;
  }
  /// Takes the turns in which others have looked before that time. Until then the node that had the last one may go on.
  void work_until(Core& core, double time) {
    while (!core.waiting.empty()) {
      const Turn turn = first(core);
      if (turn.looked >= time && turn.end > time) return;
      take(core, turn);
    }
  }

  std::vector<Core> cores_;
  int nodes_;
  double poll_;
  std::vector<double> ends_;
};

class Tcp final : public NetworkModel {
 public:
  /// A buffer holds as much as the platform's senders do not wait for.
  explicit Tcp(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.tcp.cores > 0 ? 0 : setup.protocol.send_overhead,
                      .releases_senders = true}),
        routes_(setup),
        cores_(setup.protocol.tcp, setup.nodes),
        buffer_(static_cast<double>(setup.protocol.detached)),
        its_(setup.protocol.tcp),
        ports_(static_cast<std::size_t>(setup.network.links()), Port(its_.rest)) {}

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    Connection& its = connection(message);
    const double latency = routes_.find(message.from, message.to) * routes_.latency_factor(message);
    Sent sent{.send = message.send, .handed = time, .starts = time + latency};
    if (!cores_.none()) {
      sent.handing = cores_.at_once(
          message.from,
          {.time = time, .seconds = seconds_to_hand_over(its, message.bytes), .source = nullptr});
      sent.handed = sent.starts = Cores::waits;
    }
    its.taken += routes_.payload(message.bytes);
    sent.end = its.taken;
    its.messages.push_back(sent);
    hand_over(its, time);
    release_senders(its, time);
    const double starts = its.messages.back().starts;
    return Progress::later(starts < Cores::waits ? starts : cores_.expected(sent.handing, its.from));
  }

  /// All messages of a connection are called whenever something of it has come somewhere.
  Progress pass(const Message& message, double time, Flows&) override {
    if (const auto its = receiving_.find(message.send); its != receiving_.end())
      return receive(message, its->second, time);
    Connection& its = connection(message);
    hand_over(its, time);
    advance(its, time);
    const auto place = std::ranges::find(its.messages, message.send, &Sent::send);
    if (its.arrived < place->end) return Progress::later(next(its, time));
    its.messages.erase(place);
    if (its.messages.empty()) rest(its);
    if (cores_.none()) return Progress::arrives(time);
    const double seconds = its_.receive + (its.back->taken > 0 ? 0 : its_.acknowledge);
    const std::size_t number = cores_.in_turn(message.to, {.time = time, .seconds = seconds, .source = &its});
    receiving_[message.send] = number;
    return receive(message, number, time);
  }

 private:
  static constexpr int most_queued = 2;      ///< pieces of a connection at its own host
  static constexpr int acknowledged_by = 2;  ///< segments by one acknowledgement

  struct Sent {
    Request* send;
    double handed;            ///< when its sender's processor is done with it
    double starts;            ///< when its latency is over
    double end = 0;           ///< of its bytes in the stream
    std::size_t handing = 0;  ///< the number of that at its sender's processor
    bool released = false;    ///< its sender
  };
  /// Of a connection, or an acknowledgement on its way back.
  struct Piece {
    double time;          ///< when it comes to its next link, or arrives
    std::int64_t number;  ///< of those of the connection
    double end;           ///< of its bytes in the stream, or of those that it acknowledges
    double size;          ///< bytes that it occupies links with
    bool acknowledges;
    std::size_t passed = 0;  ///< links of its route

    bool operator>(const Piece& other) const {
      return std::tie(time, number) > std::tie(other.time, other.number);
    }
  };
  /// Positions in the stream count bytes from the first message's first one.
  struct Connection {
    int from = -1;  ///< node
    std::vector<int> route = {};
    Connection* back = nullptr;
    std::deque<Sent> messages = {};  ///< that have not arrived
    std::priority_queue<Piece, std::vector<Piece>, std::greater<>> pieces = {};
    std::int64_t pieces_sent = 0;
    int queued = 0;          ///< pieces at its own host
    int handed_over = 0;     ///< pieces that have not set out, and that the call of their sender sends
    int unacknowledged = 0;  ///< segments that the receiver has and has not told
    double taken = 0, sent = 0, arrived = 0, acknowledged = 0;
  };

  /// What a message takes of its sender's processor until it is handed over.
  double seconds_to_hand_over(Connection& its, std::int64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (its.messages.empty()) {
      const int pieces = static_cast<int>(std::ceil(size / (its_.packets * its_.segment)));
      its.handed_over = std::clamp(pieces, 1, most_queued);
    }
    return its_.hand_over * size + its.handed_over * seconds_to_forward(its);
  }
  /// A piece, of the processor that its sender and its receiver and all switches on its way share.
  double seconds_to_forward(const Connection& its) const {
    return its_.forward * static_cast<double>(its.route.size() + 1);
  }

  /// Asks the senders' processor what it is done with.
  void hand_over(Connection& its, double time) {
    for (Sent& sent : its.messages)
      if (sent.handed == Cores::waits) sent.handed = sent.starts = cores_.end(sent.handing, its.from, time);
  }
  /// What its receiver's processor has as that number.
  Progress receive(const Message& message, std::size_t number, double time) {
    const double end = cores_.end(number, message.to, time);
    if (end == Cores::waits) return Progress::later(cores_.expected(number, message.to));
    receiving_.erase(message.send);
    return Progress::arrives(std::max(end, time));
  }

  Connection& connection(const Message& message) {
    Connection& its = connections_[{message.key.source, message.key.destination}];
    if (its.back) return its;
    Connection& back = connections_[{message.key.destination, message.key.source}];
    its.back = &back;
    back.back = &its;
    routes_.find(message.to, message.from);
    back.route = routes_.links();
    back.from = message.to;
    its.from = message.from;
    routes_.find(message.from, message.to);
    its.route = routes_.links();
    return its;
  }

  /// Of a piece of so many bytes, or of an acknowledgement.
  int segments_of(double bytes) const {
    return std::max(1, static_cast<int>(std::ceil(bytes / its_.segment)));
  }
  /// Bytes of a full segment's data that pass a link while so many pass with their headers.
  double on_the_wire(double bytes) const {
    return (bytes + segments_of(bytes) * its_.header) * its_.segment / (its_.segment + its_.header);
  }

  /// Brings everything of the connection to where it is at that time.
  void advance(Connection& its, double time) {
    while (!its.pieces.empty() && its.pieces.top().time <= time) {
      const Piece piece = its.pieces.top();
      its.pieces.pop();
      const auto& route = piece.acknowledges ? its.back->route : its.route;
      if (!piece.acknowledges && piece.passed == 1) --its.queued;
      if (piece.passed < route.size())
        go_through(its, piece, route[piece.passed]);
      else if (piece.acknowledges)
        its.acknowledged = piece.end;
      else
        take_in(its, piece);
      send_pieces(its, piece.time);
    }
    send_pieces(its, time);
    release_senders(its, time);
  }
  void go_through(Connection& its, Piece piece, int link) {
    const double rate = routes_.bandwidth(link);
    piece.time = routes_.network().shared(link)
                     ? ports_[static_cast<std::size_t>(link)].pass(piece.time, piece.size, rate)
                     : piece.time + piece.size / rate;
    ++piece.passed;
    its.pieces.push(piece);
  }
  void take_in(Connection& its, const Piece& piece) {
    const int segments = segments_of(piece.end - its.arrived);
    const bool alone = segments >= acknowledged_by || !can_send(*its.back, piece.time);
    its.unacknowledged += segments;
    its.arrived = piece.end;
    if (its.unacknowledged < acknowledged_by && its.arrived < its.sent) return;
    its.unacknowledged = 0;
    go_through(its,
               {.time = piece.time,
                .number = its.pieces_sent++,
                .end = its.arrived,
                .size = alone ? on_the_wire(0) : 0,
                .acknowledges = true},
               its.back->route.front());
  }
  /// Acknowledgements still under way tell nothing that the next message waits for.
  static void rest(Connection& its) {
    its.pieces = {};
    its.unacknowledged = 0;
    its.acknowledged = its.arrived;
  }
  /// The first message of which bytes have not set out; the end of messages where all have.
  static std::deque<Sent>::const_iterator first_unsent(const Connection& its) {
    return std::ranges::find_if(its.messages, [&](const Sent& sent) { return sent.end > its.sent; });
  }
  /// Whether it has bytes to send that are ready.
  static bool can_send(const Connection& its, double time) {
    const auto first = first_unsent(its);
    return first != its.messages.end() && first->starts <= time;
  }
  void send_pieces(Connection& its, double time) {
    while (its.queued < most_queued && can_send(its, time)) {
      const double bytes = std::min(its_.packets * its_.segment, first_unsent(its)->end - its.sent);
      const double under_way = its.sent - its.acknowledged;
      if (under_way > 0 && under_way + bytes > its_.window) return;
      its.sent += bytes;
      ++its.queued;
      if (its.handed_over > 0)
        --its.handed_over;
      else
        cores_.interrupt(its.from, time, seconds_to_forward(its));
      go_through(its,
                 {.time = time,
                  .number = its.pieces_sent++,
                  .end = its.sent,
                  .size = on_the_wire(bytes),
                  .acknowledges = false},
                 its.route.front());
    }
  }
  /// When something happens next to a connection whose bytes have not all arrived.
  double next(const Connection& its, double time) {
    double soonest = its.pieces.empty() ? Cores::waits : its.pieces.top().time;
    const auto first = first_unsent(its);
    if (first != its.messages.end() && first->starts > time) soonest = std::min(soonest, first->starts);
    const auto waits = std::ranges::find(its.messages, Cores::waits, &Sent::handed);
    if (waits != its.messages.end()) soonest = std::min(soonest, cores_.expected(waits->handing, its.from));
    return soonest;
  }

  void release_senders(Connection& its, double time) {
    for (Sent& sent : its.messages) {
      if (sent.handed > time) break;
      if (sent.end - its.acknowledged > buffer_) break;
      if (!sent.released && sent.end > its.arrived) released_.push_back(sent.send);
      sent.released = true;
    }
  }

  Routes routes_;
  Cores cores_;
  double buffer_;  ///< bytes that a connection holds
  TcpProtocol its_;
  std::vector<Port> ports_;                                ///< of each link
  std::map<std::pair<int, int>, Connection> connections_;  ///< by source and destination rank
  std::map<Request*, std::size_t> receiving_;  ///< what has come, as its receiver's processor numbers it
};

}  // namespace

std::unique_ptr<NetworkModel> make_tcp(const NetworkSetup& setup) {
  return std::make_unique<Tcp>(setup);
}

}  // namespace collsim::fast
