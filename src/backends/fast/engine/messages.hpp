#pragma once

#include <boost/pool/pool.hpp>
#include <memory_resource>
#include <vector>

#include "backends/fast/engine/event_loop.hpp"
#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/ready_queue.hpp"
#include "backends/fast/engine/settings.hpp"
#include "backends/fast/networks/network_model.hpp"
#include "platforms/protocol.hpp"

namespace collsim::fast {

/// Messages from the post of each side to the end.
///
/// A post delivers the request to the receiver's mailbox, where a send meets its receive: they match. A
/// message sets out when both sides have posted it, an eager one when it was sent. Its network model says
/// when it arrives; then its receive completes, and its send if the sender waits for it, and ranks that wait
/// for no more are ready.
class Messages {
 public:
  Messages(Ranks& ranks, const Protocol& protocol, NetworkModel& model, Flows& flows, EventLoop& events,
           ReadyQueue& ready, const Settings& settings);

  /// The request, filled in by its owner, begins now. It stays where it is until it is done.
  void post(Rank& owner, Request& request);
  /// How many posts have not been delivered: beyond the cache, that is done for many at a time.
  std::size_t undelivered() const { return undelivered_.size(); }
  void deliver_all();
  /// This rank may receive from any source from now on: what comes to it, and has come too early, comes in order of time.
  void begin_wildcards(Rank& receiver);
  /// Messages carry neither data nor control from now on.
  void carry_nothing() { carries_data_ = carries_control_ = false; }

  // What events say, in their order:
  /// A message sets out, or passes.
  void move(const TimelineEvent& event);
  /// A message's flow has ended.
  void flowed(Request& send, double time);
  /// The request meets its partner in the mailbox or waits for it there.
  void match(Request& request);
  /// The last byte of a send is there.
  void arrive(Request& send, double time);

  /// Whether a send of this size may still be under way when the call that sent it returns.
  bool outlives(std::int64_t bytes) const {
    return inside_ || !protocol_.sender_waits(bytes) || model_.traits.releases_senders;
  }
  /// A request that outlives the caller's stack.
  Kept* create();
  /// Gives it back, at its end if that is still to come.
  void release(Request* request);

 private:
  Message message(Request& send) const {
    return {ranks_.node_of(send.owner),
            ranks_.node_of(send.peer),
            send.bytes,
            {send.peer, send.owner, send.sequence},
            &send,
            send.call()};
  }
  Rank& receiver_of(const Request& request) {
    return ranks_[request.kind == Request::Kind::send ? request.peer : request.owner];
  }
  void post_send(Rank& owner, Request& send);
  NodeMessage inside(const Request& send) const {
    return inside_->message(send.owner, send.peer, static_cast<double>(send.bytes), send.call());
  }
  static void keep_payload(Kept& send);
  void prefetch_peer(const Request& request) const;
  void deliver(Request& request);
  bool carries(const Request& send) const;
  void join(Request& send, Request& recv);
  static void hand_over(const Request& send, const Request& recv);
  void begin_transfer(Request& send, double time);
  bool has_ports_to_itself(const Request& send) const;
  bool is_within_node(const Request& send) const {
    return ranks_.node_of(send.owner) == ranks_.node_of(send.peer);
  }
  void release_senders(double time);
  /// The send's owner does not wait for it from that time on.
  void release_sender(Request& send, double time);
  void complete(Request& request);
  void destroy(Request* request);

  Ranks& ranks_;
  Protocol protocol_;
  NetworkModel& model_;
  Flows& flows_;
  EventLoop& events_;
  ReadyQueue& ready_;
  std::int64_t eager_;  ///< messages below set out without their receiver
  bool carries_data_, carries_control_;
  const InsideNodes* inside_;  ///< null: nodes have no levels
  const Arena* payload_;       ///< where it lies, if anywhere
  bool own_ports_;             ///< messages contend at ports only, and no two ranks share one
  bool many_at_a_time_;        ///< are delivered
  std::vector<Request*> undelivered_;
  // What a program never asks for again goes with the engine.
  boost::pool<> requests_{sizeof(Kept)};
  std::pmr::unsynchronized_pool_resource payloads_;
};

}  // namespace collsim::fast
