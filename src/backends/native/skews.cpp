#include "backends/native/skews.hpp"

#include <algorithm>
#include <limits>

#include "backends/native/window.hpp"

namespace collsim {
namespace {

/// Steps of arithmetic, each of which waits for the one before: no memory, no messages. What they begin with is volatile,
/// because a compiler that knows it can tell the end without them.
void work_through(std::int64_t steps) {
  volatile double result = 0.5;
  double value = result;
  for (std::int64_t step = 0; step < steps; ++step) value = value * 0.999999 + 1e-6;
  result = value;
}

/// The number of steps that rank 0 does in that time at its best, for all ranks.
std::int64_t steps_of(double seconds, const Control& control) {
  constexpr std::int64_t trial = 100'000;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 20; ++i) {
    const double begin = seconds_now();
    work_through(trial);
    best = std::min(best, seconds_now() - begin);
  }
  auto steps = static_cast<std::int64_t>(static_cast<double>(trial) * seconds / best);
  MPI_Bcast(&steps, 1, MPI_INT64_T, 0, control.handle);
  return steps;
}

}  // namespace

Moments measure_skews(MPI_Comm comm, const BalancedWork& work) {
  constexpr int attempts_of_each = 5;  // of each repetition
  const Control control(comm);
  const std::int64_t steps = steps_of(work.seconds, control);
  Instruments instruments{.preemptions = Preemptions(false)};
  Window window(control, instruments);
  Moments moments;
  const auto lacking = [&] { return std::ssize(moments) < work.repetitions; };
  for (int attempt = 0; window.announce(lacking() && attempt < attempts_of_each * work.repetitions);
       ++attempt) {
    const std::vector<Lap> laps = window.collect(window.run([steps] { work_through(steps); }, 0));
    if (laps.empty()) continue;
    std::vector<double>& ends = moments.emplace_back();
    for (const Lap& lap : laps) ends.push_back(lap.finish);
  }
  return moments;
}

}  // namespace collsim
