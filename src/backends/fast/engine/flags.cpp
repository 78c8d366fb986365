#include "backends/fast/engine/flags.hpp"

#include <algorithm>

namespace collsim::fast {

void EngineFlags::raise(const Rank& rank, std::int64_t steps) {
  Flag& flag = flag_of(rank.number);
  flag.raised.emplace_back(steps, rank.now);
  std::erase_if(flag.waiting, [&](const auto& wanted) {
    if (wanted.first > steps) return false;
    Rank& waiting = ranks_[wanted.second];
    ranks_.wake(waiting);
    if (look(waiting, rank.number, flag.raised.back().second)) ready_.push(waiting);
    return true;
  });
}

bool EngineFlags::await(Rank& rank, int number, std::int64_t steps) {
  if (steps == 0) return true;
  Flag& flag = flag_of(number);
  rank.doing = "a wait for a flag of its node";
  const auto reached =
      std::ranges::partition_point(flag.raised, [steps](const auto& raised) { return raised.first < steps; });
  if (reached != flag.raised.end()) return look(rank, number, reached->second);
  flag.waiting.emplace_back(steps, rank.number);
  ranks_.sleep(rank);
  return false;
}

/// Does what await() does, for a flag that was raised at that time. Who is first at its line only events can tell.
bool EngineFlags::look(Rank& rank, int flag, double raised) {
  const double time = std::max(rank.now, raised);
  if (transfer_ > 0) {
    events_.schedule({time, rank.number, flag, rank.asked++, TimelineEvent::Kind::see, {nullptr}});
    return false;
  }
  rank.now = time + latency(flag, rank);
  return true;
}

void EngineFlags::see(const TimelineEvent& event) {
  Rank& rank = ranks_[event.destination];
  rank.now = flag_of(event.source).line.occupy(event.time, transfer_) + latency(event.source, rank);
  ready_.push(rank);
}

/// Who is first only events can tell.
void EngineFlags::begin(Rank& rank, Change& change) {
  TimelineEvent event{rank.now, rank.number, rank.number, rank.asked++, TimelineEvent::Kind::change, {}};
  event.change = &change;
  events_.schedule(event);
  rank.doing = "the word of its node";
}

void EngineFlags::change(const TimelineEvent& event) {
  Rank& rank = ranks_[event.destination];
  Change& change = *event.change;
  SharedWord& shared = words_[static_cast<std::size_t>(change.node)];
  change.seen = shared.word.compare_exchange(change.call, change.expected, change.desired);
  rank.now = shared.line.occupy(event.time, transfer_) + latency_;
  ready_.push(rank);
}

}  // namespace collsim::fast
