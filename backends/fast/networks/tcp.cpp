// Two ranks have a connection each way, as TCP's: its messages go one after the other, connections share links
// max-min fairly, and a sender goes on as soon as the connection's buffer holds all that has not left yet.
#include <algorithm>
#include <deque>
#include <map>

#include "backends/fast/networks/fair_links.hpp"

namespace collsim::fast {
namespace {

class Tcp final : public NetworkModel {
 public:
  /// A buffer holds as much as the platform's senders do not wait for.
  explicit Tcp(const NetworkSetup& setup)
      : NetworkModel(
            {.starts_flows = true, .send_overhead = setup.protocol.send_overhead, .releases_senders = true}),
        links_(setup),
        buffer_(static_cast<double>(setup.protocol.detached)),
        burst_(setup.protocol.tcp_burst),
        buckets_(burst_ > 0 ? static_cast<std::size_t>(setup.network.links()) : 0) {}

  std::vector<double> capacities() const override { return links_.capacities(); }

  std::optional<double> alone(const Message& message, double start) override {
    return links_.routes().within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    Connection& its = connection(message);
    its.messages.push_back({message, links_.routes().payload(message.bytes)});
    release_senders(its);
    return Progress::later(time + links_.latency(message));
  }

  Progress pass(const Message& message, double time, Flows& flows) override {
    Connection& its = connection(message);
    std::ranges::find(its.messages, message.send, &Sent::send)->ready = true;
    begin(its, time, flows);
    return Progress::flows();
  }

  Progress flowed(const Message& message, double time, Flows& flows) override {
    Connection& its = connection(message);
    its.flows = false;
    if (burst_ > 0) rest(message, time);
    Sent& first = its.messages.front();
    first.left = first.left > buffer_ ? buffer_ : 0;  // without rounding what part() has let flow
    const bool arrived = first.left == 0;
    if (arrived) its.messages.pop_front();
    begin(its, time, flows);
    release_senders(its);
    return arrived ? Progress::arrives(time) : Progress::flows();
  }

 private:
  struct Sent : Message {
    Sent(const Message& message, double all) : Message(message), left(all) {}

    double left;            ///< bytes that have not flowed
    bool ready = false;     ///< its latency is over
    bool released = false;  ///< its sender
  };
  struct Connection {
    std::deque<Sent> messages = {};  ///< all bytes of one flow before those of the next
    bool flows = false;              ///< the first one has a flow
  };

  /// What a link has saved since its last flow: it is full at the beginning.
  struct Bucket {
    int flows = 0;
    double empty = -Sharing::never;  ///< when it was
  };

  Connection& connection(const Message& message) {
    return connections_[{message.key.source, message.key.destination}];
  }
  /// Of so many bytes those that flow at once: up to when the buffer holds the rest, then the rest.
  double part(double left) const { return left > buffer_ ? left - buffer_ : left; }

  void begin(Connection& its, double time, Flows& flows) {
    if (its.flows || its.messages.empty() || !its.messages.front().ready) return;
    const Sent& first = its.messages.front();
    const double at_once = burst_ > 0 ? drain(first, time) : 0;
    links_.start(first, time, std::max(0.0, part(first.left) - at_once), 1, flows);
    its.flows = true;
  }

  /// Empties the buckets of the links that the message is to flow through; returns the bytes that pass all of them at once.
  double drain(const Message& message, double time) {
    double least = burst_;
    for (const std::int32_t link : links_.contended(message)) {
      Bucket& bucket = buckets_[static_cast<std::size_t>(link)];
      const double filled = (time - bucket.empty) * links_.routes().bandwidth(link);
      least = std::min(least, bucket.flows > 0 ? 0 : filled);
      ++bucket.flows;
    }
    return least;
  }
  void rest(const Message& message, double time) {
    for (const std::int32_t link : links_.contended(message)) {
      Bucket& bucket = buckets_[static_cast<std::size_t>(link)];
      --bucket.flows;
      bucket.empty = time;
    }
  }

  void release_senders(Connection& its) {
    double left = 0;
    for (Sent& sent : its.messages) {
      left += sent.left;
      if (left > buffer_) break;
      if (!sent.released) released_.push_back(sent.send);
      sent.released = true;
    }
  }

  FairLinks links_;
  double buffer_;                                          ///< bytes that a connection holds
  double burst_;                                           ///< bytes that a bucket holds
  std::vector<Bucket> buckets_;                            ///< of each link, if there are any
  std::map<std::pair<int, int>, Connection> connections_;  ///< by source and destination rank
};

}  // namespace

std::unique_ptr<NetworkModel> make_tcp(const NetworkSetup& setup) {
  return std::make_unique<Tcp>(setup);
}

}  // namespace collsim::fast
