#include "models/hockney_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "models/matching.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// When a matched message can start, when both sides had posted it, its number: the order in which ports
/// serve.
using ServingOrder = std::tuple<double, double, std::size_t>;

struct Rank {
  double time = 0;
  std::size_t next = 0;  ///< event
  double out_free = 0, in_free = 0;
  std::vector<std::size_t> posts = {};                       ///< request -> event
  std::vector<std::pair<std::int64_t, double>> raised = {};  ///< steps that its flag says, and when
  std::vector<std::size_t> waiting = {};                     ///< ranks that wait for more
  bool traverses = false;                                    ///< has come to the collective network
};

struct MessageProgress {
  int posted = 0;    ///< sides
  double ready = 0;  ///< when the later side posted it
  double end = -1;   ///< unknown while negative
};

class Clock {
 public:
  Clock(const std::vector<Trace>& traces, const Wire& wire, const Hockney& machine)
      : traces_(traces),
        wire_(wire),
        machine_(machine),
        matching_(match(traces)),
        ranks_(traces.size()),
        progress_(matching_.messages.size()),
        first_step_(first_step(traces)) {}

  std::vector<double> run() {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) resume(rank);
    while (!candidates_.empty()) {
      const auto [start, ready, number] = candidates_.top();
      candidates_.pop();
      const double possible = start_of(number);
      if (possible > start)  // a port was taken meanwhile
        candidates_.emplace(possible, ready, number);
      else
        transfer(number, start);
    }
    check_complete();
    std::vector<double> finish;
    for (const Rank& rank : ranks_) finish.push_back(rank.time);
    return finish;
  }

 private:
  Rank& sender(std::size_t number) {
    return ranks_[static_cast<std::size_t>(matching_.messages[number].from)];
  }
  Rank& receiver(std::size_t number) {
    return ranks_[static_cast<std::size_t>(matching_.messages[number].to)];
  }

  double start_of(std::size_t number) {
    return std::max({progress_[number].ready, sender(number).out_free, receiver(number).in_free});
  }

  /// No later candidate can start before `start`: ranks that still wait resume at the end of a message.
  void transfer(std::size_t number, double start) {
    const MatchedMessage& message = matching_.messages[number];
    const auto bytes = static_cast<double>(message.bytes);
    const auto [alpha, beta] = wire_(message.from, message.to, bytes);
    const double end = start + (alpha + bytes * beta);
    progress_[number].end = sender(number).out_free = receiver(number).in_free = end;
    resume(static_cast<std::size_t>(message.from));
    resume(static_cast<std::size_t>(message.to));
  }

  /// Takes the rank on, then those that it lets go on at the collective network, and so on.
  void resume(std::size_t number) {
    advance(number);
    while (!across_.empty()) {
      const std::size_t next = across_.back();
      across_.pop_back();
      advance(next);
    }
  }

  /// Takes the rank up to its end or to a wait for a message that has not been transferred.
  void advance(std::size_t number) {
    Rank& rank = ranks_[number];
    for (; rank.next < traces_[number].size(); ++rank.next) {
      const Event& event = traces_[number][rank.next];
      if (event.kind == Event::Kind::combine) {
        rank.time += static_cast<double>(event.bytes) * machine_.gamma;
      } else if (event.kind == Event::Kind::copy) {
        rank.time += static_cast<double>(event.bytes) * machine_.kappa;
      } else if (event.kind == Event::Kind::raise) {
        raise(rank, event.bytes);
      } else if (event.kind == Event::Kind::await) {
        if (!await(number, event)) return;
      } else if (event.kind == Event::Kind::traverse) {
        return traverse(number, event);
      } else {
        const std::size_t message = matching_.message_of(static_cast<int>(number), event);
        if (event.kind != Event::Kind::wait)
          post(rank, message);
        else if (message == Matching::none || progress_[message].end < 0)
          return;
        else
          rank.time = std::max(rank.time, progress_[message].end);
      }
    }
  }

  void raise(Rank& rank, std::int64_t steps) {
    rank.raised.emplace_back(steps, rank.time);
    for (const std::size_t waiting : std::exchange(rank.waiting, {})) advance(waiting);
  }

  /// The least step that a flag is raised to: what ranks wait for below it was done in an earlier call.
  static std::int64_t first_step(const std::vector<Trace>& traces) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const Trace& trace : traces)
      for (const Event& event : trace)
        if (event.kind == Event::Kind::raise) first = std::min(first, event.bytes);
    return first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
  }

  /// Whether the flag has been raised far enough.
  bool await(std::size_t number, const Event& event) {
    if (event.bytes < first_step_) return true;
    Rank& owner = ranks_[static_cast<std::size_t>(event.peer)];
    const auto reached = std::ranges::partition_point(
        owner.raised, [&](const auto& raised) { return raised.first < event.bytes; });
    if (reached == owner.raised.end()) {
      owner.waiting.push_back(number);
      return false;
    }
    Rank& rank = ranks_[number];
    rank.time = std::max(rank.time, reached->second) + machine_.phi;
    return true;
  }

  /// The last one lets all go on.
  void traverse(std::size_t number, const Event& event) {
    if (std::exchange(ranks_[number].traverses, true)) return;
    latest_ = std::max(latest_, ranks_[number].time);
    if (++come_ < ranks_.size()) return;
    come_ = 0;
    const double end =
        std::exchange(latest_, 0) + machine_.tau + static_cast<double>(event.bytes) * machine_.theta;
    for (std::size_t each = 0; each < ranks_.size(); ++each) {
      ranks_[each].time = end;
      ranks_[each].traverses = false;
      ++ranks_[each].next;
      across_.push_back(each);
    }
  }

  void post(Rank& rank, std::size_t message) {
    rank.posts.push_back(rank.next);
    if (message == Matching::none) return;
    MessageProgress& progress = progress_[message];
    progress.ready = std::max(progress.ready, rank.time);
    if (++progress.posted == 2) candidates_.emplace(start_of(message), progress.ready, message);
  }

  void check_complete() const {
    std::string waiting;
    std::string unmatched;
    for (std::size_t number = 0; number < ranks_.size(); ++number) {
      const Rank& rank = ranks_[number];
      const Trace& trace = traces_[number];
      if (rank.next < trace.size()) {
        const Event& event = trace[rank.next];
        waiting += fmt::format("; rank {} waits for ", number);
        waiting += event.kind == Event::Kind::await ? fmt::format("the flag of rank {}", event.peer)
                   : event.kind == Event::Kind::traverse
                       ? "others at the collective network"
                       : "its " + describe_post(trace[rank.posts[static_cast<std::size_t>(event.request)]]);
      }
      for (const std::size_t post : rank.posts)
        if (matching_.message_of(static_cast<int>(number), trace[post]) == Matching::none)
          unmatched += fmt::format("; rank {}: {}", number, describe_post(trace[post]));
    }
    if (!waiting.empty()) throw Error("deadlock" + waiting);
    if (!unmatched.empty()) throw Error("without partner" + unmatched);
  }

  const std::vector<Trace>& traces_;
  const Wire& wire_;
  const Hockney machine_;
  const Matching matching_;
  std::vector<Rank> ranks_;
  std::vector<MessageProgress> progress_;
  std::priority_queue<ServingOrder, std::vector<ServingOrder>, std::greater<>> candidates_;
  const std::int64_t first_step_;
  std::size_t come_ = 0;             ///< ranks that wait at the collective network
  double latest_ = 0;                ///< when the last of them came
  std::vector<std::size_t> across_;  ///< ranks that go on from there
};

}  // namespace

std::vector<double> hockney_clock(const std::vector<Trace>& traces, const Hockney& machine) {
  return hockney_clock(
      traces, [&](int, int, double) { return std::pair(machine.alpha, machine.beta); }, machine);
}

std::vector<double> hockney_clock(const std::vector<Trace>& traces, const Wire& wire,
                                  const Hockney& machine) {
  return Clock(traces, wire, machine).run();
}

}  // namespace collsim
