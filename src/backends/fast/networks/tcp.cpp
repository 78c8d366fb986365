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
#include <map>
#include <queue>
#include <tuple>

#include "backends/fast/networks/cores.hpp"
#include "backends/fast/networks/port.hpp"
#include "backends/fast/networks/routes.hpp"
#include "support/error.hpp"

namespace collsim::fast {
namespace {

class Tcp final : public NetworkModel {
 public:
  /// A buffer holds as much as the platform's senders do not wait for.
  explicit Tcp(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.tcp.cores > 0 ? 0 : setup.protocol.send_overhead,
                      .releases_senders = true}),
        routes_(setup),
        cores_(setup.protocol.tcp, setup.nodes),
        buffer_(static_cast<double>(setup.protocol.detached)),
        protocol_(setup.protocol.tcp),
        ports_(static_cast<std::size_t>(setup.network.links()), Port(protocol_.rest)) {
    if (setup.inside) throw Error("the network tcp knows no levels of nodes; right would be another network");
  }

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    Connection& connection = connection_of(message);
    const double latency = routes_.latency(message, routes_.find(message.from, message.to));
    Sent sent{.send = message.send, .handed = time, .starts = time + latency};
    if (!cores_.none()) {
      sent.handing = cores_.at_once(
          message.from,
          {.time = time, .seconds = seconds_to_hand_over(connection, message.bytes), .source = nullptr});
      sent.handed = sent.starts = Cores::unknown;
    }
    connection.taken += routes_.payload(message.bytes);
    sent.end = connection.taken;
    connection.messages.push_back(sent);
    hand_over(connection, time);
    release_senders(connection, time);
    const double starts = connection.messages.back().starts;
    return Progress::later(starts < Cores::unknown ? starts : cores_.expected(sent.handing, connection.from));
  }

  /// All messages of a connection are called whenever something of it has come somewhere.
  Progress pass(const Message& message, double time, Flows&) override {
    if (const auto found = receiving_.find(message.send); found != receiving_.end())
      return receive(message, found->second, time);
    Connection& connection = connection_of(message);
    hand_over(connection, time);
    advance(connection, time);
    const auto place = std::ranges::find(connection.messages, message.send, &Sent::send);
    if (connection.arrived < place->end) return Progress::later(next(connection, time));
    connection.messages.erase(place);
    if (connection.messages.empty()) rest(connection);
    if (cores_.none()) return Progress::arrives(time);
    const double seconds = protocol_.receive + (connection.back->taken > 0 ? 0 : protocol_.acknowledge);
    const std::size_t number =
        cores_.in_turn(message.to, {.time = time, .seconds = seconds, .source = &connection});
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
    bool released = false;    ///< whether the sender is
  };
  /// A piece of a connection, or an acknowledgement on its way back.
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
  double seconds_to_hand_over(Connection& connection, std::int64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (connection.messages.empty()) {
      const int pieces = static_cast<int>(std::ceil(size / (protocol_.packets * protocol_.segment)));
      connection.handed_over = std::clamp(pieces, 1, most_queued);
    }
    return protocol_.hand_over * size + connection.handed_over * seconds_to_forward(connection);
  }
  /// A piece, of the processor that its sender and its receiver and all switches on its way share.
  double seconds_to_forward(const Connection& connection) const {
    return protocol_.forward * static_cast<double>(connection.route.size() + 1);
  }

  /// Asks the senders' processor what it is done with.
  void hand_over(Connection& connection, double time) {
    for (Sent& sent : connection.messages)
      if (sent.handed == Cores::unknown)
        sent.handed = sent.starts = cores_.end(sent.handing, connection.from, time);
  }
  /// What its receiver's processor has as that number.
  Progress receive(const Message& message, std::size_t number, double time) {
    const double end = cores_.end(number, message.to, time);
    if (end == Cores::unknown) return Progress::later(cores_.expected(number, message.to));
    receiving_.erase(message.send);
    return Progress::arrives(std::max(end, time));
  }

  Connection& connection_of(const Message& message) {
    Connection& connection = connections_[{message.key.source, message.key.destination}];
    if (connection.back) return connection;
    Connection& back = connections_[{message.key.destination, message.key.source}];
    connection.back = &back;
    back.back = &connection;
    routes_.find(message.to, message.from);
    back.route = routes_.links();
    back.from = message.to;
    connection.from = message.from;
    routes_.find(message.from, message.to);
    connection.route = routes_.links();
    return connection;
  }

  /// The number of segments of a piece of so many bytes, or of an acknowledgement.
  int segments_of(double bytes) const {
    return std::max(1, static_cast<int>(std::ceil(bytes / protocol_.segment)));
  }
  /// Bytes of a full segment's data that pass a link while so many pass with their headers.
  double on_the_wire(double bytes) const {
    return (bytes + segments_of(bytes) * protocol_.header) * protocol_.segment /
           (protocol_.segment + protocol_.header);
  }

  /// Brings everything of the connection to where it is at that time.
  void advance(Connection& connection, double time) {
    while (!connection.pieces.empty() && connection.pieces.top().time <= time) {
      const Piece piece = connection.pieces.top();
      connection.pieces.pop();
      const auto& route = piece.acknowledges ? connection.back->route : connection.route;
      if (!piece.acknowledges && piece.passed == 1) --connection.queued;
      if (piece.passed < route.size())
        go_through(connection, piece, route[piece.passed]);
      else if (piece.acknowledges)
        connection.acknowledged = piece.end;
      else
        take_in(connection, piece);
      send_pieces(connection, piece.time);
    }
    send_pieces(connection, time);
    release_senders(connection, time);
  }
  void go_through(Connection& connection, Piece piece, int link) {
    const double rate = routes_.bandwidth(link);
    piece.time = routes_.network().shared(link)
                     ? ports_[static_cast<std::size_t>(link)].pass(piece.time, piece.size, rate)
                     : piece.time + piece.size / rate;
    ++piece.passed;
    connection.pieces.push(piece);
  }
  void take_in(Connection& connection, const Piece& piece) {
    const int segments = segments_of(piece.end - connection.arrived);
    const bool alone = segments >= acknowledged_by || !can_send(*connection.back, piece.time);
    connection.unacknowledged += segments;
    connection.arrived = piece.end;
    if (connection.unacknowledged < acknowledged_by && connection.arrived < connection.sent) return;
    connection.unacknowledged = 0;
    go_through(connection,
               {.time = piece.time,
                .number = connection.pieces_sent++,
                .end = connection.arrived,
                .size = alone ? on_the_wire(0) : 0,
                .acknowledges = true},
               connection.back->route.front());
  }
  /// Acknowledgements still under way tell nothing that the next message waits for.
  static void rest(Connection& connection) {
    connection.pieces = {};
    connection.unacknowledged = 0;
    connection.acknowledged = connection.arrived;
  }
  /// The first message of which bytes have not set out; the end of messages where all have.
  static std::deque<Sent>::const_iterator first_unsent(const Connection& connection) {
    return std::ranges::find_if(connection.messages,
                                [&](const Sent& sent) { return sent.end > connection.sent; });
  }
  /// Whether it has bytes to send that are ready.
  static bool can_send(const Connection& connection, double time) {
    const auto first = first_unsent(connection);
    return first != connection.messages.end() && first->starts <= time;
  }
  void send_pieces(Connection& connection, double time) {
    while (connection.queued < most_queued && can_send(connection, time)) {
      const double bytes =
          std::min(protocol_.packets * protocol_.segment, first_unsent(connection)->end - connection.sent);
      const double under_way = connection.sent - connection.acknowledged;
      if (under_way > 0 && under_way + bytes > protocol_.window) return;
      connection.sent += bytes;
      ++connection.queued;
      if (connection.handed_over > 0)
        --connection.handed_over;
      else
        cores_.interrupt(connection.from, time, seconds_to_forward(connection));
      go_through(connection,
                 {.time = time,
                  .number = connection.pieces_sent++,
                  .end = connection.sent,
                  .size = on_the_wire(bytes),
                  .acknowledges = false},
                 connection.route.front());
    }
  }
  /// When something happens next to a connection whose bytes have not all arrived.
  double next(const Connection& connection, double time) {
    double soonest = connection.pieces.empty() ? Cores::unknown : connection.pieces.top().time;
    const auto first = first_unsent(connection);
    if (first != connection.messages.end() && first->starts > time)
      soonest = std::min(soonest, first->starts);
    const auto waiting = std::ranges::find(connection.messages, Cores::unknown, &Sent::handed);
    if (waiting != connection.messages.end())
      soonest = std::min(soonest, cores_.expected(waiting->handing, connection.from));
    return soonest;
  }

  void release_senders(Connection& connection, double time) {
    for (Sent& sent : connection.messages) {
      if (sent.handed > time) break;
      if (sent.end - connection.acknowledged > buffer_) break;
      if (!sent.released && sent.end > connection.arrived) released_.push_back(sent.send);
      sent.released = true;
    }
  }

  Routes routes_;
  Cores cores_;
  double buffer_;  ///< bytes that a connection holds
  TcpProtocol protocol_;
  std::vector<Port> ports_;                                ///< of each link
  std::map<std::pair<int, int>, Connection> connections_;  ///< by source and destination rank
  std::map<Request*, std::size_t> receiving_;  ///< what has come, as its receiver's processor numbers it
};

}  // namespace

std::unique_ptr<NetworkModel> make_tcp(const NetworkSetup& setup) {
  return std::make_unique<Tcp>(setup);
}

}  // namespace collsim::fast
