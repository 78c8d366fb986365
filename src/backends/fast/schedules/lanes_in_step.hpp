#pragma once

#include <vector>

#include "backends/fast/engine/mailbox.hpp"
#include "backends/fast/engine/timeline.hpp"
#include "backends/fast/networks/routes.hpp"
#include "backends/fast/schedules/served_links.hpp"
#include "backends/fast/schedules/step_times.hpp"

namespace collsim::fast {

/// Evaluates a schedule in several of its lanes at once, to the same bits as Replay evaluates each: wherever a clock has a
/// value there, it has one per lane here. Messages must not hold each other up at ports.
///
/// A message sets out when both sides have posted it and arrives when its Passage is over, in each lane. That is all where
/// messages do not hold each other up. Where they wait for links, messages are worked off in the order of the first lane, and
/// lanes in which they come to some link in another order are out of step. Elsewhere nothing is evaluated.
class LanesInStep {
 public:
  /// Schedule and `times`, of at most 64 lanes of the schedule, must outlive it.
  LanesInStep(const Schedule& schedule, StepTimes& times);

  enum class End {
    reached,   ///< by all ranks in the first lane, and in those in step with it
    alone,     ///< no other lane is in step with the first any more, so that it is not worth the width
    left_out,  ///< the first lane must be evaluated otherwise
    nowhere    ///< and so must all; or ranks wait for each other, of which Replay says what is wrong
  };
  End run();
  /// Whether the others' times are right.
  bool in_step(std::size_t lane) const { return ((left_out_ | links_.others()) >> lane & 1U) == 0; }
  /// When a rank ended, seconds, in each lane.
  const Pair* end(int rank) const { return &clocks_[place_of(rank).now * width_]; }

 private:
  /// The number of a vector of times, one of each lane.
  using Clock = std::size_t;

  /// One side of a message.
  struct MessageSide : Request {
    Clock posted = 0;  ///< of a send that has met its receive: when it sets out, then when it leaves
    Clock over = 0;
    std::size_t row = 0;  ///< of its amounts
    LaneSet waited = 0;   ///< of a send that has set out: lanes in which it waited for its first link
  };
  struct RankInStep {
    Schedule::Reader reader;
    Clock now = 0;
    MessageSide in = {}, out = {};  ///< of its blocking call
    std::vector<MessageSide> slots = {};
    Mailbox mailbox = {};
    std::uint32_t sent = 0;  ///< messages
    bool begun = false;      ///< whether the step has
  };
  /// The links that a message waits for one after the other, and what it takes there, of each lane.
  struct LinkTimes {
    std::vector<int> links = {};
    std::vector<Pair> latency = {}, seconds = {};  ///< seconds: a vector for each link
  };
  /// What a message takes over links.
  struct Row {
    std::vector<Pair> payload = {}, latency_factor = {}, network_latency = {};
    bool is_sent = false;  ///< and so has been looked at
  };

  Routes& routes(std::size_t lane) const { return *times_.network(lane).model->served(); }
  Pair* times_at(Clock clock) { return &clocks_[clock * width_]; }
  RankInStep& place_of(int rank) { return places_[static_cast<std::size_t>(rank)]; }
  const RankInStep& place_of(int rank) const { return places_[static_cast<std::size_t>(rank)]; }
  bool advance();
  bool is_alone() const { return times_.lanes() > 2 && (left_out_ | links_.others() | 1U) == all_; }
  void resume(int rank);
  void begin(int rank, RankInStep& place, const Schedule::Move& move);
  void send(int rank, RankInStep& place, MessageSide& side, const Schedule::Move& move);
  void recv(int rank, RankInStep& place, MessageSide& side, const Schedule::Move& move);
  void post(const RankInStep& owner, RankInStep& receiver, MessageSide& side);
  void join(MessageSide& send, MessageSide& recv);
  void complete(MessageSide& side);
  static bool must_wait(RankInStep& place, const Schedule::Move& move);
  void leave(RankInStep& place, const Schedule::Move& move);
  void arrive(MessageSide& send, std::size_t i, Pair time);
  void set_out(MessageSide& send);
  void pass(MessageSide& send, const LinkTimes& way);
  const LinkTimes& way_of(const MessageSide& send);
  Pair inverse_bandwidth(int link, std::size_t i) const;
  bool is_shared(int link) const;
  void look_at(const MessageSide& send);
  void leave_out(std::size_t lane);

  StepTimes& times_;
  bool at_links_;                   ///< messages hold each other up there
  std::size_t width_;               ///< of a vector of times
  std::vector<Pair> heads_, ends_;  ///< of a message at a link, members for the sake of their memory
  std::vector<Pair> clocks_;
  std::vector<RankInStep> places_;  ///< of each rank
  std::vector<Row> rows_;
  LinkTimes way_ = {};  ///< of the last message over links
  ServedLinks links_;
  Timeline timeline_;  ///< of the first lane
  LaneSet left_out_ = 0, all_;
  std::vector<int> ready_;
  bool goes_on_ = true;  ///< after what it has seen so far
};

}  // namespace collsim::fast
