#include "backends/fast/networks/cores.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace collsim::fast {

Cores::Cores(const TcpProtocol& protocol, int nodes)
    : cores_(static_cast<std::size_t>(protocol.cores)), nodes_(nodes), poll_(protocol.poll) {}

std::size_t Cores::in_turn(int node, const Work& work) {
  Core& core = core_of(node);
  work_until(core, work.time);
  core.waiting[node].emplace_back(ends_.size(), work);
  ends_.push_back(unknown);
  return ends_.size() - 1;
}

std::size_t Cores::at_once(int node, const Work& work) {
  const std::size_t number = in_turn(node, work);
  if (Core& core = core_of(node); core.last == node) {
    core.free = std::max(core.free, work.time);
    take_turn(core, first(core));
  }
  return number;
}

void Cores::interrupt(int node, double time, double seconds) {
  if (none()) return;
  Core& core = core_of(node);
  work_until(core, time);
  core.free = std::max(core.free, time) + seconds;
}

double Cores::end(std::size_t number, int node, double time) {
  work_until(core_of(node), time);
  return ends_[number];
}

double Cores::expected(std::size_t number, int node) {
  const Turn turn = first(core_of(node));
  for (const auto& [done, end] : turn.ends)
    if (done == number) return end;
  return turn.end;
}

/// Turns of other nodes until that node has its next one.
int Cores::turns_before(const Core& core, int node) const {
  const int number = static_cast<int>(cores_.size());
  return core.last < 0 ? node / number : ((node - core.last) / number + nodes_at(node) - 1) % nodes_at(node);
}

int Cores::nodes_at(int node) const {
  const int number = static_cast<int>(cores_.size());
  return (nodes_ - node % number + number - 1) / number;
}

/// When a node's turn begins in which it does that work. The nodes before it look in vain. The first turn of all lasts from the
/// beginning until what that node sends is ready: nobody looks before.
double Cores::start(const Core& core, int node, const Work& work) const {
  const double ready = work.time;
  const double soonest = core.free + turns_before(core, node) * poll_, round = nodes_at(node) * poll_;
  if (ready <= soonest) return soonest;
  if (core.last < 0 && !work.source) return ready;
  return round > 0 ? soonest + std::ceil((ready - soonest) / round) * round : ready;
}

/// The next turn in which anything is done, of a processor for which something waits.
Cores::Turn Cores::first(const Core& core) const {
  Turn turn{.node = -1, .start = unknown, .looked = unknown, .end = unknown};
  std::pair soonest(unknown, 0);
  for (const auto& [node, works] : core.waiting) {
    const double ready = works.front().second.time;
    const bool goes_on = node == core.last && ready <= core.free;
    const std::pair next = goes_on
                               ? std::pair(core.free, -1)
                               : std::pair(start(core, node, works.front().second), turns_before(core, node));
    if (next >= soonest) continue;
    soonest = next;
    turn = {.node = node, .start = next.first, .looked = next.first + (goes_on ? 0 : poll_), .end = 0};
  }
  turn.end = turn.looked;
  std::set<const void*> heard;
  for (const auto& [number, work] : core.waiting.at(turn.node)) {
    if (work.time > turn.start) break;
    if (!work.source || heard.insert(work.source).second) turn.end += work.seconds;
    turn.ends.emplace_back(number, turn.end);
  }
  return turn;
}

void Cores::take_turn(Core& core, const Turn& turn) {
  for (const auto& [number, end] : turn.ends) ends_[number] = end;
  Works& works = core.waiting[turn.node];
  works.erase(works.begin(), works.begin() + std::ssize(turn.ends));
  if (works.empty()) core.waiting.erase(turn.node);
  core.last = turn.node;
  core.free = turn.end;
}

/// Takes the turns in which others have looked before that time. Until then the node that had the last one may go on.
void Cores::work_until(Core& core, double time) {
  while (!core.waiting.empty()) {
    const Turn turn = first(core);
    if (turn.looked >= time && turn.end > time) return;
    take_turn(core, turn);
  }
}

}  // namespace collsim::fast
