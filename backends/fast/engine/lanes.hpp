#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "backends/fast/engine/mailbox.hpp"
#include "backends/fast/engine/schedule.hpp"
#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

class Ranks;

/// Evaluates a schedule in all of its lanes at once, to the same bits as Replay evaluates each: wherever a clock has a
/// value there, it has one per lane here.
///
/// A message sets out when both sides have posted it and arrives when its Passage is over, in each lane. That is all where
/// messages do not hold each other up; and where they do at ports only, each rank has a node of its own and waits for one
/// message in each direction before the next, the messages of a port come in the order of the rank's code, in every
/// lane. Elsewhere who is first differs from lane to lane, and nothing is evaluated.
class Lanes {
 public:
  /// What the platform of a lane makes of messages. Models of all lanes have one name.
  struct Terms {
    NetworkModel* model;
    std::int64_t kept_below;  ///< sends that may outlive their calls, bytes

    Terms(NetworkModel& its, const Protocol& protocol)
        : model(&its), kept_below(std::max(protocol.eager, protocol.detached)) {}
  };

  /// `terms`: of each lane. Schedule, ranks and models must outlive it. `uniform`: whether messages between any two nodes
  /// take the same way, in each lane.
  Lanes(const Schedule& schedule, const Ranks& ranks, std::vector<Terms> terms, bool uniform);

  /// Whether all ranks could be followed to their ends. Where they cannot, Replay says what is wrong.
  bool run();
  /// When a rank ended, seconds.
  double end(int rank, std::size_t lane) const {
    return times_[place_of(rank).now * width_ + lane / 2][lane % 2];
  }

 private:
  /// The times of two lanes.
  using Pair [[gnu::vector_size(2 * sizeof(double))]] = double;
  /// Where a vector of times begins, one of each lane.
  using Times = std::size_t;

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// One side of a message.
  struct Side : Request {
    Times posted = 0, over = 0;
    std::size_t row = 0;  ///< of its amounts
  };
  struct Place {
    Schedule::Reader reader;
    Times now = 0, port_out = 0, port_in = 0;  ///< of ports: from when on they are free
    Side in = {}, out = {};                    ///< of its blocking call
    std::vector<Side> slots = {};
    Mailbox mailbox = {};
    bool begun = false;  ///< its step
  };
  /// What a message takes, of each lane.
  struct Leg {
    std::vector<Pair> latency = {}, seconds = {}, port = {};
    bool through_ports = false;
  };
  struct Row {
    std::vector<Pair> spent;  ///< vectors one after the other
    Leg leg;                  ///< between nodes, where all ways are alike
  };

  static Pair later(Pair one, Pair other) { return one > other ? one : other; }
  Pair* at(Times times) { return &times_[times * width_]; }
  Place& place_of(int rank) { return places_[static_cast<std::size_t>(rank)]; }
  const Place& place_of(int rank) const { return places_[static_cast<std::size_t>(rank)]; }
  std::vector<Pair> spent(const Schedule::Amounts* amounts) const;
  void resume(int rank);
  void begin(int rank, Place& place, const Schedule::Move& move);
  void send(int rank, Place& place, Side& side, const Schedule::Move& move);
  void recv(int rank, Place& place, Side& side, const Schedule::Move& move);
  void post(const Place& owner, Place& receiver, Side& side);
  void join(Side& send, Side& recv);
  bool fits(const Side& send, const Side& recv);
  void complete(Side& side);
  static bool must_wait(Place& place, const Schedule::Move& move);
  void leave(Place& place, const Schedule::Move& move);
  const Leg& leg_of(const Side& send);
  void find_leg(const Side& send, Leg& leg);

  const Schedule& schedule_;
  const Ranks& ranks_;
  std::vector<Terms> terms_;
  bool at_ports_;  ///< messages hold each other up there
  bool uniform_;
  std::size_t width_;                ///< of a vector of times
  std::vector<Pair> send_overhead_;  ///< of each lane
  std::vector<Pair> times_;
  std::vector<Place> places_;  ///< of each rank
  std::vector<Row> rows_;
  Leg found_ = {};                                              ///< of the last message, where ways differ
  std::pair<std::size_t, std::size_t> fitting_ = {none, none};  ///< rows of the last send and receive
  std::vector<int> ready_;
  bool follows_ = true;  ///< what it has seen so far
};

}  // namespace collsim::fast
