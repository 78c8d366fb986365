#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "backends/fast/engine/pair.hpp"
#include "backends/fast/engine/schedule.hpp"
#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// What the platform of a lane makes of messages. Models of all lanes have one name.
struct Terms {
  NetworkModel* model;
  std::int64_t kept_below;  ///< sends that may outlive their calls, bytes

  Terms(NetworkModel& its, const Protocol& protocol)
      : model(&its), kept_below(std::max(protocol.eager, protocol.detached)) {}
};

/// What the rows of a schedule take in some of its lanes, as vectors with an element for each two of them.
class RowTimes {
 public:
  /// `terms`: of each of `lanes`. Schedule and models must outlive it. `uniform`: whether messages between any two nodes take
  /// the same way, in each lane.
  RowTimes(const Schedule& schedule, std::vector<std::size_t> lanes, std::vector<Terms> terms, bool uniform);

  bool uniform() const { return uniform_; }
  /// An even number: the last may be there twice.
  const std::vector<std::size_t>& lanes() const { return lanes_; }
  const std::vector<Terms>& terms() const { return terms_; }
  /// How many pairs of lanes a vector holds.
  std::size_t width() const { return lanes_.size() / 2; }
  /// Seconds of the sender's processor per message.
  const Pair* send_overhead() const { return send_overhead_.data(); }
  /// Seconds after a step, vectors one after the other; those that are none in all lanes are left out.
  const std::vector<Pair>& spent(std::size_t row) const { return rows_[row].spent; }
  std::int64_t sent(std::size_t row, std::size_t lane) const { return schedule_.row(row)[lanes_[lane]].out; }
  /// Whether there is room for the message of one row in the receive of another, in every lane.
  bool fit(std::size_t send, std::size_t recv) {
    return fitting_ == std::pair(send, recv) || look_whether_fit(send, recv);
  }

  /// NetworkModel::Passage in each lane: three vectors.
  struct Leg {
    std::vector<Pair> times = {};
    bool through_ports = false;

    const Pair* latency() const { return times.data(); }
    const Pair* seconds() const { return latency() + times.size() / 3; }
    const Pair* port() const { return seconds() + times.size() / 3; }
  };
  /// What a message between nodes takes, valid until the next call; null where the model does not say.
  const Leg* leg(int from, int to, std::size_t row) {
    Leg& known = uniform_ && from != to ? rows_[row].leg : found_;
    if (&known != &found_ && !known.times.empty()) return &known;
    return find_leg(from, to, row, known) ? &known : nullptr;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  struct Row {
    std::vector<Pair> spent;
    Leg leg = {};  ///< between nodes, where all ways are alike
  };

  std::vector<Pair> spent_in_lanes(const Schedule::Amounts* amounts) const;
  bool find_leg(int from, int to, std::size_t row, Leg& leg);
  bool look_whether_fit(std::size_t send, std::size_t recv);

  const Schedule& schedule_;
  std::vector<std::size_t> lanes_;
  std::vector<Terms> terms_;
  bool uniform_;
  std::vector<Pair> send_overhead_;
  std::vector<Row> rows_;
  Leg found_ = {};  ///< of the last message, where ways differ
  std::pair<std::size_t, std::size_t> fitting_ = {none, none};
};

}  // namespace collsim::fast
