#include "models/rounds.hpp"

#include <algorithm>
#include <utility>

#include "models/matching.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

class RoundReplay {
 public:
  explicit RoundReplay(const std::vector<Trace>& traces)
      : traces_(traces),
        matching_(match(traces)),
        ranks_(traces.size()),
        messages_(matching_.messages.size()) {}

  void run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < ranks_.size(); ++rank) moved |= advance(rank);
    }
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
      if (ranks_[rank].next < traces_[rank].size())
        throw Error("rank " + std::to_string(rank) + " waits for what nobody does");
  }

  const std::vector<MatchedMessage>& messages() const { return matching_.messages; }
  int round(std::size_t message) const { return messages_[message].round; }

 private:
  struct Rank {
    std::size_t next = 0;                                   ///< event
    int ended = 0;                                          ///< the latest round that it knows to be over
    std::vector<std::pair<std::int64_t, int>> raised = {};  ///< steps of its flag, and what it knew then
    std::size_t traversals = 0;                             ///< of the collective network, so far
    bool traverses = false;                                 ///< has come to the next one
  };
  struct Posted {
    int round = 0;
    int posts = 0;
  };

  /// Up to what it has to wait for; returns whether that was any event.
  bool advance(std::size_t number) {
    const std::size_t before = ranks_[number].next;
    while (ranks_[number].next < traces_[number].size() && take_event(static_cast<int>(number)))
      ++ranks_[number].next;
    return ranks_[number].next > before;
  }

  /// False where the event has to wait for another rank.
  bool take_event(int number) {
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    const Event& event = traces_[static_cast<std::size_t>(number)][rank.next];
    if (event.kind == Event::Kind::raise) rank.raised.emplace_back(event.bytes, rank.ended);
    if (event.kind == Event::Kind::await) return await(rank, event);
    if (event.kind == Event::Kind::traverse) return traverse(rank);
    const std::size_t place = event.request < 0 ? Matching::none : matching_.message_of(number, event);
    if (place == Matching::none) return true;
    Posted& message = messages_[place];
    if (event.kind == Event::Kind::wait) {
      if (message.posts < 2) return false;
      rank.ended = std::max(rank.ended, message.round);
    } else {
      message.round = std::max(message.round, rank.ended + 1);
      ++message.posts;
    }
    return true;
  }

  bool await(Rank& rank, const Event& event) {
    const auto reaches = [&](std::int64_t steps) { return steps >= event.bytes; };
    const auto& raised = ranks_[static_cast<std::size_t>(event.peer)].raised;
    const auto found = std::ranges::find_if(raised, reaches, [](const auto& step) { return step.first; });
    if (found != raised.end()) {
      rank.ended = std::max(rank.ended, found->second);
      return true;
    }
    // What the peer never does now was done in an earlier call.
    return std::ranges::none_of(traces_[static_cast<std::size_t>(event.peer)], [&](const Event& other) {
      return other.kind == Event::Kind::raise && reaches(other.bytes);
    });
  }

  /// Who traverses the collective network knows of what all others knew when they came.
  bool traverse(Rank& rank) {
    if (rank.traversals == traversals_.size()) traversals_.emplace_back();
    Traversal& traversal = traversals_[rank.traversals];
    if (!std::exchange(rank.traverses, true)) {
      ++traversal.ranks;
      traversal.ended = std::max(traversal.ended, rank.ended);
    }
    if (traversal.ranks < ranks_.size()) return false;
    rank.ended = traversal.ended;
    rank.traverses = false;
    ++rank.traversals;
    return true;
  }

  struct Traversal {
    std::size_t ranks = 0;
    int ended = 0;
  };

  const std::vector<Trace>& traces_;
  Matching matching_;
  std::vector<Rank> ranks_;
  std::vector<Traversal> traversals_;
  std::vector<Posted> messages_;
};

}  // namespace

std::vector<RoundMessage> rounds_of(const std::vector<Trace>& traces) {
  RoundReplay replay(traces);
  replay.run();
  std::vector<RoundMessage> all;
  for (std::size_t i = 0; i < replay.messages().size(); ++i) {
    const MatchedMessage& message = replay.messages()[i];
    all.push_back({replay.round(i), message.from, message.to, message.bytes});
  }
  std::ranges::sort(all);
  return all;
}

std::vector<int> message_rounds(const std::vector<Trace>& traces) {
  RoundReplay replay(traces);
  replay.run();
  std::vector<int> rounds;
  for (std::size_t i = 0; i < replay.messages().size(); ++i) rounds.push_back(replay.round(i));
  return rounds;
}

}  // namespace collsim
