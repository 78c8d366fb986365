#include "evidence/import/distinct_times.hpp"

#include <fmt/format.h>

#include "support/error.hpp"

namespace collsim {

void DistinctTimes::add(const ForeignTime& time, const std::string& place) {
  const auto [known, added] = places_.emplace(
      std::vector<std::string>{time.machine, time.run, time.torus, time.collective, time.algorithm,
                               std::to_string(time.processes), std::to_string(time.nodes), time.mapping,
                               time.type, std::to_string(time.bytes), time.mean ? "mean" : "longest"},
      place);
  if (added) return;
  throw Error(
      fmt::format("{}: {} of {} bytes on {} ranks{} is in {}, too; right would be each time once: a file for "
                  "each number of "
                  "ranks, imported with its --processes, and a 'run' of its own for each repetition",
                  place, time.collective, time.bytes, time.processes,
                  time.algorithm.empty() ? "" : " by " + time.algorithm, known->second));
}

}  // namespace collsim
