#include "backends/smpi/shared_node.hpp"

#include <algorithm>
#include <utility>

namespace s4u = simgrid::s4u;

namespace collsim {

void SimulatedFlags::raise(int rank, std::int64_t steps) {
  Flag& flag = flags_[static_cast<std::size_t>(rank)];
  flag.steps = steps;
  for (const auto& waiting : std::exchange(flag.waiting, {})) waiting->release();
}

void SimulatedFlags::await(int rank, std::int64_t steps) {
  if (steps == 0) return;
  Flag& flag = flags_[static_cast<std::size_t>(rank)];
  while (flag.steps < steps) {
    const s4u::SemaphorePtr raised = s4u::Semaphore::create(0);
    flag.waiting.push_back(raised);
    raised->acquire();
  }
  look(flag.line);
}

int SimulatedFlags::compare_exchange(int node, std::int64_t call, int expected, int desired) {
  SharedWord& shared = words_[static_cast<std::size_t>(node)];
  const int seen = shared.word.compare_exchange(call, expected, desired);
  look(shared.line);
  return seen;
}

void SimulatedFlags::look(Line& line) const {
  const double now = s4u::Engine::get_clock();
  const double served = std::max(now, line.free);
  line.free = served + transfer_;
  if (served + latency_ > now) s4u::this_actor::sleep_until(served + latency_);
}

}  // namespace collsim
