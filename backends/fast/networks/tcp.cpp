// Two ranks have a connection each way, as TCP's: a stream of bytes, whose sender goes on as soon as the connection's buffer
// holds what has not been acknowledged. The stream travels as segments with headers. Each link sends the segments of all
// connections in the order in which they come to it, each when its bucket holds tokens for all of it. As in Linux, a connection
// has two segments at a time in the queue of its own host, and a receiver acknowledges every other segment, with the
// next segment of the connection back if there is one.
#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>

#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

/// The queue of a link before a bucket of tokens, which fills at the link's rate.
class Port {
 public:
  explicit Port(double burst) : burst_(burst), tokens_(burst) {}

  /// When bytes leave that come at `time`: not before those that came earlier.
  double pass(double time, double bytes, double rate) {
    const double first = std::max(time, left_);
    const double tokens = std::min(burst_, tokens_ + (first - left_) * rate);
    const double missing = std::max(0.0, bytes - tokens);
    tokens_ = std::max(0.0, tokens - bytes);
    return left_ = first + missing / rate;
  }

 private:
  double burst_;
  double tokens_;    ///< when the last bytes left
  double left_ = 0;  ///< that time
};

class Tcp final : public NetworkModel {
 public:
  /// A buffer holds as much as the platform's senders do not wait for.
  explicit Tcp(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.send_overhead, .releases_senders = true}),
        routes_(setup),
        buffer_(static_cast<double>(setup.protocol.detached)),
        its_(setup.protocol.tcp),
        ports_(static_cast<std::size_t>(setup.network.links()), Port(its_.burst)) {}

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    Connection& its = connection(message);
    const double starts = time + routes_.find(message.from, message.to) * routes_.latency_factor(message);
    its.taken += routes_.payload(message.bytes);
    its.messages.push_back({.send = message.send, .starts = starts, .end = its.taken});
    release_senders(its);
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
    return Progress::arrives(time);
  }

 private:
  static constexpr int most_queued = 2;      ///< segments of a connection at its own host
  static constexpr int acknowledged_by = 2;  ///< segments by one acknowledgement

  struct Sent {
    Request* send;
    double starts;          ///< when its latency is over
    double end;             ///< of its bytes in the stream
    bool released = false;  ///< its sender
  };
  /// Of a connection, or an acknowledgement on its way back.
  struct Segment {
    double time;          ///< when it comes to its next link, or arrives
    std::int64_t number;  ///< of those of the connection
    double end;           ///< of its bytes in the stream, or of those that it acknowledges
    double size;          ///< bytes that it occupies links with
    bool acknowledges;
    std::size_t passed = 0;  ///< links of its route

    bool operator>(const Segment& other) const {
      return std::tie(time, number) > std::tie(other.time, other.number);
    }
  };
  /// Positions in the stream count bytes from the first message's first one.
  struct Connection {
    std::vector<int> route = {};
    Connection* back = nullptr;
    std::deque<Sent> messages = {};  ///< that have not arrived
    std::priority_queue<Segment, std::vector<Segment>, std::greater<>> segments = {};
    std::int64_t segments_sent = 0;
    int queued = 0;          ///< at its own host
    int unacknowledged = 0;  ///< segments that the receiver has and has not told
    double taken = 0, sent = 0, arrived = 0, acknowledged = 0;
  };

  Connection& connection(const Message& message) {
    Connection& its = connections_[{message.key.source, message.key.destination}];
    if (its.back) return its;
    Connection& back = connections_[{message.key.destination, message.key.source}];
    its.back = &back;
    back.back = &its;
    routes_.find(message.to, message.from);
    back.route = routes_.links();
    routes_.find(message.from, message.to);
    its.route = routes_.links();
    return its;
  }

  /// Bytes of a full segment's data that pass a link while so many pass with their headers.
  double on_the_wire(double bytes) const {
    return (bytes + its_.header) * its_.segment / (its_.segment + its_.header);
  }

  /// Brings everything of the connection to where it is at that time.
  void advance(Connection& its, double time) {
    while (!its.segments.empty() && its.segments.top().time <= time) {
      const Segment segment = its.segments.top();
      its.segments.pop();
      const auto& route = segment.acknowledges ? its.back->route : its.route;
      if (!segment.acknowledges && segment.passed == 1) --its.queued;
      if (segment.passed < route.size())
        go_through(its, segment, route[segment.passed]);
      else if (segment.acknowledges)
        its.acknowledged = segment.end;
      else
        take_in(its, segment);
      send_segments(its, segment.time);
    }
    send_segments(its, time);
    release_senders(its);
  }
  void go_through(Connection& its, Segment segment, int link) {
    const double rate = routes_.bandwidth(link);
    segment.time = routes_.network().shared(link)
                       ? ports_[static_cast<std::size_t>(link)].pass(segment.time, segment.size, rate)
                       : segment.time + segment.size / rate;
    ++segment.passed;
    its.segments.push(segment);
  }
  void take_in(Connection& its, const Segment& segment) {
    its.arrived = segment.end;
    if (++its.unacknowledged < acknowledged_by && its.arrived < its.sent) return;
    its.unacknowledged = 0;
    go_through(its,
               {.time = segment.time,
                .number = its.segments_sent++,
                .end = its.arrived,
                .size = can_send(*its.back, segment.time) ? 0 : on_the_wire(0),
                .acknowledges = true},
               its.back->route.front());
  }
  /// Acknowledgements still under way tell nothing that the next message waits for.
  static void rest(Connection& its) {
    its.segments = {};
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
  void send_segments(Connection& its, double time) {
    while (its.queued < most_queued && can_send(its, time)) {
      const double bytes = std::min(its_.segment, first_unsent(its)->end - its.sent);
      const double under_way = its.sent - its.acknowledged;
      if (under_way > 0 && under_way + bytes > its_.window) return;
      its.sent += bytes;
      ++its.queued;
      go_through(its,
                 {.time = time,
                  .number = its.segments_sent++,
                  .end = its.sent,
                  .size = on_the_wire(bytes),
                  .acknowledges = false},
                 its.route.front());
    }
  }
  /// When something happens next to a connection whose bytes have not all arrived.
  static double next(const Connection& its) {
    return its.segments.empty() ? first_unsent(its)->starts : its.segments.top().time;
  }

  void release_senders(Connection& its) {
    for (Sent& sent : its.messages) {
      if (sent.end - its.acknowledged > buffer_) break;
      if (!sent.released && sent.end > its.arrived) released_.push_back(sent.send);
      sent.released = true;
    }
  }

  Routes routes_;
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
