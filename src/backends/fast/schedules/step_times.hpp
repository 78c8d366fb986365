#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/networks/modelled_network.hpp"
#include "backends/fast/schedules/pair.hpp"
#include "backends/fast/schedules/schedule.hpp"

namespace collsim::fast {

/// How long the steps of a schedule and their messages take in some of its lanes, which are numbered anew: vectors with an element
/// for each two of them. A step is told by the row of its amounts.
class StepTimes {
 public:
  /// `nodes`: of each rank, in all lanes. `networks`: of each of `lanes`. Schedule, nodes and networks must outlive it.
  StepTimes(const Schedule& schedule, const std::vector<int>& nodes, std::vector<std::size_t> lanes,
            Networks networks);

  int ranks() const { return static_cast<int>(nodes_.size()); }
  int node_of(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  bool each_on_its_node() const { return fast::each_on_its_node(nodes_); }
  /// Whether messages between any two nodes take the same way, in each lane.
  bool uniform() const { return uniform_; }
  /// How many there are, an even number: the last may be there twice.
  std::size_t lanes() const { return lanes_.size(); }
  const ModelledNetwork& network(std::size_t lane) const { return *networks_[lane]; }
  /// How many pairs of lanes a vector holds.
  std::size_t width() const { return lanes_.size() / 2; }
  /// Makes `vector` one with value(lane) in each lane.
  template <class Value>
  void fill(std::vector<Pair>& vector, const Value& value) const {
    vector.resize(width());
    for (std::size_t lane = 0; lane < lanes(); ++lane) set_in_lane(vector.data(), lane, value(lane));
  }

  /// Seconds of the sender's processor per message.
  const Pair* send_overhead() const { return send_overhead_.data(); }
  /// Lets the clock go on by what is spent after a step.
  void spend(std::size_t row, Pair* clock) const {
    const std::vector<Pair>& spent = rows_[row].spent;
    for (auto seconds = spent.begin(); seconds != spent.end();)
      for (std::size_t i = 0; i < width(); ++i) clock[i] += *seconds++;
  }
  /// Bytes.
  std::int64_t sent(std::size_t row, std::size_t lane) const { return schedule_.row(row)[lanes_[lane]].out; }
  /// Whether there is room for the message of one row in the receive of another, in every lane.
  bool fit(std::size_t send, std::size_t recv) {
    return fitting_ == std::pair(send, recv) || look_whether_fit(send, recv);
  }

  /// NetworkModel::Passage in each lane: three vectors.
  struct Passages {
    std::vector<Pair> times = {};
    bool through_ports = false;

    const Pair* latency() const { return times.data(); }
    const Pair* seconds() const { return latency() + times.size() / 3; }
    const Pair* port() const { return seconds() + times.size() / 3; }
  };
  /// What a message between two ranks takes, valid until the next call; null where the model does not say.
  const Passages* passages(int sender, int receiver, std::size_t row) {
    const int from = node_of(sender), to = node_of(receiver);
    Passages& known = uniform_ && from != to ? rows_[row].passages : found_;
    if (&known != &found_ && !known.times.empty()) return &known;
    return find_passages(from, to, row, known) ? &known : nullptr;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  struct Row {
    std::vector<Pair> spent;  ///< vectors one after the other; those that are none in all lanes are left out
    Passages passages = {};   ///< between nodes, where all ways are alike
  };

  std::vector<Pair> spent_after(const Schedule::Amounts* amounts) const;
  bool find_passages(int from, int to, std::size_t row, Passages& found);
  bool look_whether_fit(std::size_t send, std::size_t recv);

  const Schedule& schedule_;
  const std::vector<int>& nodes_;
  std::vector<std::size_t> lanes_;  ///< their numbers in the schedule
  Networks networks_;
  bool uniform_;
  std::vector<Pair> send_overhead_;
  std::vector<Row> rows_;
  Passages found_ = {};  ///< of the last message, where ways differ
  std::pair<std::size_t, std::size_t> fitting_ = {none, none};
};

}  // namespace collsim::fast
