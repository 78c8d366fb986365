#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <vector>

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/schedules/step_times.hpp"

namespace collsim::fast {

/// Evaluates a schedule that has blocking calls only, in several of its lanes at once, to the same bits as Replay evaluates each,
/// where no order has to be found out: messages hold each other up at their nodes' ports at most, and where they do, each rank
/// has a node of its own.
///
/// Where all ranks do the same at the same time (Schedule::is_symmetric()), their clocks are equal: only those of the first are
/// evaluated, as if it sent to itself what it sends to others.
///
/// A rank has one send and one receive under way at most. It therefore knows whether its partner is there by a look at it,
/// and its messages come to its ports in the order of its code. A message sets out when both sides have come to it, waits for
/// the port out, then for the port in, and arrives when its Passage is over: a clock is the latest of some times plus
/// constants, in each lane, whoever is looked at first.
class BlockingCalls {
 public:
  /// Whether a schedule can be evaluated so, in lanes where every sender waits for the end of its messages.
  static bool serve(const Schedule& schedule, const std::vector<int>& nodes, NetworkModel& model) {
    return !model.served() && schedule.has_only_calls() &&
           (!model.traits.contends_at_ports || each_on_its_node(nodes));
  }

  /// Schedule and `times`, of lanes of the schedule, must outlive it.
  BlockingCalls(const Schedule& schedule, StepTimes& times);

  /// Whether all ranks have ended, and each message had room and a passage; else Replay says what is wrong.
  bool run();
  /// When a rank ended, seconds, in each lane.
  const Pair* end(int rank) const { return &clocks_[place_number(rank) * vectors * width_]; }

 private:
  /// What a rank's call still waits for; -1: nobody.
  struct alignas(cache_line) BlockedRank {
    Schedule::Reader reader;
    std::int32_t to = -1, from = -1;
    std::int32_t out_tag = 0, in_tag = 0;

    bool waits() const { return to >= 0 || from >= 0; }
  };
  /// What is known of a rank: its clock; when its call is over as far as its messages have arrived; from when on its ports are
  /// free.
  static constexpr std::size_t vectors = 4;
  struct Clocks {
    Pair *now, *over, *port_out, *port_in;
  };

  std::size_t place_number(int rank) const { return alike_ ? 0 : static_cast<std::size_t>(rank); }
  BlockedRank& place_of(int rank) { return places_[place_number(rank)]; }
  const BlockedRank& place_of(int rank) const { return places_[place_number(rank)]; }
  Clocks clocks_of(int rank) {
    Pair* const now = &clocks_[place_number(rank) * vectors * width_];
    return {now, now + width_, now + 2 * width_, now + 3 * width_};
  }
  void go_on(int rank, const BlockedRank& place);
  void prefetch_partners(int rank) const;
  void begin(int rank);
  void join(int sender, BlockedRank& from, int receiver, BlockedRank& to);
  void end_call(int rank, BlockedRank& place);

  StepTimes& times_;
  std::size_t width_;
  bool alike_;                       ///< all ranks
  std::vector<BlockedRank> places_;  ///< of each rank, or of the first
  std::vector<Pair, boost::alignment::aligned_allocator<Pair, cache_line>> clocks_;
  /// Ranks before their next call. Those that came last go on first, some at a time: they and many whom they talk to are in the
  /// cache, and the others are fetched meanwhile.
  std::vector<int> ready_, batch_;
  bool goes_on_ = true;
};

}  // namespace collsim::fast
