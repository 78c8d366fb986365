#include "backends/fast/schedules/evaluate.hpp"

#include <algorithm>

#include "backends/fast/schedules/blocking_calls.hpp"
#include "backends/fast/schedules/lanes_in_step.hpp"
#include "backends/fast/schedules/replay.hpp"

namespace collsim::fast {
namespace {

// All ways give the same bits. BlockingCalls are the fastest, LanesInStep serve more schedules but only several lanes well, and
// Replay serves all, one lane on an engine of its own.

/// Evaluates lanes of a schedule without an engine, where that can be done.
class SideBySide {
 public:
  SideBySide(const Schedule& schedule, const std::vector<int>& nodes, const Networks& networks)
      : schedule_(schedule), nodes_(nodes), networks_(networks), ends_(schedule.lanes()) {}

  std::vector<std::optional<FinishTimes>>&& ends() { return std::move(ends_); }

  /// Tells whether the schedule is one for BlockingCalls, which then have evaluated all lanes that can be: as many at a time as
  /// leave the clocks of neighbours in the cache.
  bool evaluate_calls(std::vector<std::size_t> lanes) {
    constexpr std::size_t most = 32;
    if (!BlockingCalls::serve(schedule_, nodes_, *networks_.front()->model)) return false;
    const std::vector<bool> sent = schedule_.sent_rows();
    std::erase_if(lanes, [&](std::size_t lane) { return !senders_wait(sent, lane); });
    for (std::size_t first = 0; first < lanes.size(); first += most) {
      const auto chosen = part(lanes, first, most);
      StepTimes times = times_of(chosen);
      BlockingCalls calls(schedule_, times);
      if (!calls.run()) break;
      for (std::size_t i = 0; i < chosen.size(); ++i) take(calls, i, chosen[i]);
    }
    return true;
  }

  /// A lane that does not go in step with the first is evaluated again with those that are left.
  void evaluate_in_step(std::vector<std::size_t> lanes) {
    constexpr std::size_t most = 64;
    constexpr int enough = 2;
    if (networks_.front()->model->traits.contends_at_ports) return;
    for (int vain = 0; !lanes.empty();) {
      LanesInStep::End how = evaluate_with_first(lanes, vain < enough ? most : 1);
      if (how == LanesInStep::End::alone) {
        ++vain;
        how = evaluate_with_first(lanes, 1);
      }
      if (how == LanesInStep::End::nowhere) return;
      if (how == LanesInStep::End::left_out) lanes.erase(lanes.begin());
    }
  }

 private:
  /// Whether no message of the lane is so small that its sender does not wait for its end.
  bool senders_wait(const std::vector<bool>& sent, std::size_t lane) const {
    for (std::size_t row = 0; row < sent.size(); ++row)
      if (sent[row] && !networks_[lane]->protocol.sender_waits(schedule_.row(row)[lane].out)) return false;
    return true;
  }
  static std::vector<std::size_t> part(const std::vector<std::size_t>& lanes, std::size_t first,
                                       std::size_t most) {
    const auto begin = lanes.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(most, lanes.size() - first))};
  }
  StepTimes times_of(const std::vector<std::size_t>& lanes) const {
    Networks their;
    for (const std::size_t lane : lanes) their.push_back(networks_[lane]);
    return {schedule_, nodes_, lanes, std::move(their)};
  }
  /// The first of those with up to `most` of them; takes out of them what has reached its end.
  LanesInStep::End evaluate_with_first(std::vector<std::size_t>& lanes, std::size_t most) {
    const auto chosen = part(lanes, 0, most);
    StepTimes times = times_of(chosen);
    LanesInStep evaluation(schedule_, times);
    const LanesInStep::End how = evaluation.run();
    for (std::size_t i = 0; how == LanesInStep::End::reached && i < chosen.size(); ++i) {
      if (!evaluation.in_step(i)) continue;
      std::erase(lanes, chosen[i]);
      take(evaluation, i, chosen[i]);
    }
    return how;
  }
  void take(const auto& evaluation, std::size_t i, std::size_t lane) {
    FinishTimes& its = ends_[lane].emplace();
    for (int rank = 0; rank < std::ssize(nodes_); ++rank) its.push_back(in_lane(evaluation.end(rank), i));
  }

  const Schedule& schedule_;
  const std::vector<int>& nodes_;
  const Networks& networks_;
  std::vector<std::optional<FinishTimes>> ends_;
};

}  // namespace

FinishTimes evaluate(const Schedule& schedule, Engine& engine) {
  const Networks network = {&engine.network()};
  SideBySide evaluation(schedule, engine.ranks().node_of_each(), network);
  if (evaluation.evaluate_calls({0}))
    if (auto ends = evaluation.ends().front()) return *std::move(ends);
  Replay replay(schedule, engine);
  engine.run_by(replay);
  check_finished(engine.ranks());
  FinishTimes ends;
  for (const Rank& rank : engine.ranks()) ends.push_back(rank.now);
  return ends;
}

std::vector<std::optional<FinishTimes>> evaluate(const Schedule& schedule,
                                                 const std::vector<std::size_t>& lanes,
                                                 const std::vector<int>& nodes, const Networks& networks) {
  SideBySide evaluation(schedule, nodes, networks);
  if (!evaluation.evaluate_calls(lanes)) evaluation.evaluate_in_step(lanes);
  return evaluation.ends();
}

}  // namespace collsim::fast
