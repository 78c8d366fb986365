// Two ranks have a connection each way, as TCP's: a stream of bytes, whose sender goes on as soon as the connection's buffer
// holds what has not been acknowledged. The stream travels as pieces of one or more segments with headers. Each link sends the
// pieces of all connections in the order in which they come to it, each when its bucket holds tokens for all of it. As in Linux, a
// connection has two pieces at a time in the queue of its own host, and a receiver acknowledges every other segment: with the next
// piece of the connection back if there is one, but alone and at once where a piece brings both. Where nodes share processors, these
// hand messages over, send pieces and receive messages one after the other. The first pieces on a connection at rest are sent by
// the call that hands their message over; the others wait for nobody, since what sends them interrupts.
#include <algorithm>
#include <cmath>
#include <deque>
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

/// Processors that nodes share.
class Cores {
 public:
  /// What a node wants done first takes `wake` seconds more.
  Cores(int number, double wake) : free_(static_cast<std::size_t>(number), 0.0), wake_(wake) {}

  /// When it is done that a node wants done from `time` on; at once where it shares no processor.
  double work(int node, double time, double seconds) {
    if (free_.empty()) return time;
    double& free = free_[static_cast<std::size_t>(node) % free_.size()];
    const double first = awake_.insert(node).second ? wake_ : 0;
    return free = std::max(free, time) + first + seconds;
  }

 private:
  std::vector<double> free_;
  double wake_;
  std::set<int> awake_;
};

class Tcp final : public NetworkModel {
 public:
  /// A buffer holds as much as the platform's senders do not wait for.
  explicit Tcp(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.tcp.cores > 0 ? 0 : setup.protocol.send_overhead,
                      .releases_senders = true}),
        routes_(setup),
        cores_(setup.protocol.tcp.cores, setup.protocol.tcp.wake),
        buffer_(static_cast<double>(setup.protocol.detached)),
        its_(setup.protocol.tcp),
        ports_(static_cast<std::size_t>(setup.network.links()), Port(its_.rest)) {}

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    Connection& its = connection(message);
    const double latency = routes_.find(message.from, message.to) * routes_.latency_factor(message);
    const double handed = cores_.work(message.from, time, seconds_to_hand_over(its, message.bytes));
    const double starts = its_.cores > 0 ? handed : time + latency;
    its.taken += routes_.payload(message.bytes);
    its.messages.push_back({.send = message.send, .handed = handed, .starts = starts, .end = its.taken});
    release_senders(its, time);
    return Progress::later(starts);
  }

  /// All messages of a connection are called whenever something of it has come somewhere.
  Progress pass(const Message& message, double time, Flows&) override {
    Connection& its = connection(message);
    advance(its, time);
    const auto place = std::ranges::find(its.messages, message.send, &Sent::send);
    if (its.arrived < place->end) return Progress::later(next(its));
    its.messages.erase(place);
    if (its.messages.empty()) rest(its);
    return Progress::arrives(cores_.work(message.to, time, its_.receive));
  }

 private:
  static constexpr int most_queued = 2;      ///< pieces of a connection at its own host
  static constexpr int acknowledged_by = 2;  ///< segments by one acknowledgement

  struct Sent {
    Request* send;
    double handed;          ///< when its sender's processor is done with it
    double starts;          ///< when its latency is over
    double end;             ///< of its bytes in the stream
    bool released = false;  ///< its sender
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
    return its_.send + its_.hand_over * size + its.handed_over * its_.forward;
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
        cores_.work(its.from, time, its_.forward);
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
  static double next(const Connection& its) {
    return its.pieces.empty() ? first_unsent(its)->starts : its.pieces.top().time;
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
};

}  // namespace

std::unique_ptr<NetworkModel> make_tcp(const NetworkSetup& setup) {
  return std::make_unique<Tcp>(setup);
}

}  // namespace collsim::fast
