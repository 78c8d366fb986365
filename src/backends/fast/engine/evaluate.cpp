#include "backends/fast/engine/evaluate.hpp"

#include <algorithm>

#include "backends/fast/engine/exchanges.hpp"
#include "backends/fast/engine/lanes.hpp"

namespace collsim::fast {
namespace {

class Evaluation {
 public:
  Evaluation(const Schedule& schedule, const Ranks& ranks, const std::vector<Terms>& terms, bool uniform)
      : schedule_(schedule), ranks_(ranks), terms_(terms), uniform_(uniform), ends_(schedule.lanes()) {}

  Ends&& ends() { return std::move(ends_); }

  /// Takes as many at a time as leave the clocks of neighbours in the cache.
  void exchange(std::vector<std::size_t> lanes) {
    constexpr std::size_t most = 32;
    const std::vector<bool> sent = schedule_.sent_rows();
    std::erase_if(lanes, [&](std::size_t lane) { return !senders_wait(sent, lane); });
    for (std::size_t first = 0; first < lanes.size(); first += most) {
      const auto chosen = part(lanes, first, most);
      RowTimes rows = rows_of(chosen);
      Exchanges exchanges(schedule_, ranks_, rows);
      if (!exchanges.run()) return;
      for (std::size_t i = 0; i < chosen.size(); ++i) take(exchanges, i, chosen[i]);
    }
  }

  /// A lane in which messages come in another order than in the first is evaluated again with those that are left.
  void follow(std::vector<std::size_t> lanes, double window) {
    constexpr std::size_t most = 64;
    constexpr int enough = 2;
    for (int vain = 0; !lanes.empty();) {
      Lanes::End how = follow_first(lanes, vain < enough ? most : 1, window);
      if (how == Lanes::End::alone) {
        ++vain;
        how = follow_first(lanes, 1, window);
      }
      if (how == Lanes::End::nowhere) return;
      if (how == Lanes::End::left_out) lanes.erase(lanes.begin());
    }
  }

 private:
  /// Whether no message of the lane is so small that its sender does not wait for its end.
  bool senders_wait(const std::vector<bool>& sent, std::size_t lane) const {
    for (std::size_t row = 0; row < sent.size(); ++row)
      if (sent[row] && schedule_.row(row)[lane].out < terms_[lane].kept_below) return false;
    return true;
  }
  static std::vector<std::size_t> part(const std::vector<std::size_t>& lanes, std::size_t first,
                                       std::size_t most) {
    const auto begin = lanes.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(most, lanes.size() - first))};
  }
  RowTimes rows_of(const std::vector<std::size_t>& lanes) const {
    std::vector<Terms> their;
    for (const std::size_t lane : lanes) their.push_back(terms_[lane]);
    return {schedule_, lanes, std::move(their), uniform_};
  }
  /// The first of those with up to `most` of them; takes out of them what has reached its end.
  Lanes::End follow_first(std::vector<std::size_t>& lanes, std::size_t most, double window) {
    const auto chosen = part(lanes, 0, most);
    RowTimes rows = rows_of(chosen);
    Lanes evaluation(schedule_, ranks_, rows, window);
    const Lanes::End how = evaluation.run();
    for (std::size_t i = 0; how == Lanes::End::reached && i < chosen.size(); ++i) {
      if (!evaluation.follows(i)) continue;
      std::erase(lanes, chosen[i]);
      take(evaluation, i, chosen[i]);
    }
    return how;
  }
  void take(const auto& evaluation, std::size_t i, std::size_t lane) {
    auto& its = ends_[lane].emplace();
    for (const Rank& rank : ranks_) its.push_back(evaluation.end(rank.number, i));
  }

  const Schedule& schedule_;
  const Ranks& ranks_;
  const std::vector<Terms>& terms_;
  bool uniform_;
  Ends ends_;
};

}  // namespace

Ends evaluate(const Schedule& schedule, const Ranks& ranks, const std::vector<std::size_t>& lanes,
              const std::vector<Terms>& terms, bool uniform, double window) {
  Evaluation evaluation(schedule, ranks, terms, uniform);
  NetworkModel& model = *terms.front().model;
  if (Exchanges::serve(schedule, ranks, model))
    evaluation.exchange(lanes);
  else if (!model.traits.contends_at_ports)
    evaluation.follow(lanes, window);
  return evaluation.ends();
}

std::optional<std::vector<double>> exchange_ends(const Schedule& schedule, const Ranks& ranks,
                                                 const Terms& terms, bool uniform) {
  const std::vector<Terms> its = {terms};
  Evaluation evaluation(schedule, ranks, its, uniform);
  if (Exchanges::serve(schedule, ranks, *terms.model)) evaluation.exchange({0});
  return evaluation.ends().front();
}

}  // namespace collsim::fast
