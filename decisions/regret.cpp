#include "decisions/regret.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace collsim {
namespace {

using Size = std::pair<int, std::int64_t>;
/// The shortest time of each algorithm at each size.
using Times = std::map<std::pair<Size, std::string>, double>;

Times times_of(const std::vector<Timing>& timings) {
  Times times;
  for (const Timing& timing : timings) {
    const auto [place, added] =
        times.emplace(std::pair(Size(timing.processes, timing.bytes), timing.algorithm), timing.seconds);
    if (!added) place->second = std::min(place->second, timing.seconds);
  }
  return times;
}

/// The judge's time for the slowest of the choices; none if one has no time.
std::optional<double> slowest(const Winner& choice, const Times& judged) {
  double seconds = 0;
  for (const std::string& algorithm : choice.algorithms) {
    const auto found = judged.find({{choice.processes, choice.bytes}, algorithm});
    if (found == judged.end()) return std::nullopt;
    seconds = std::max(seconds, found->second);
  }
  return seconds;
}

}  // namespace

std::vector<Regret> regrets(const std::vector<Timing>& chooser, const std::vector<Timing>& judge) {
  const Times judged = times_of(judge);
  std::map<Size, double> best;
  for (const Winner& winner : winners(judge)) best[{winner.processes, winner.bytes}] = winner.seconds;
  std::vector<Regret> result;
  for (const Winner& choice : winners(chooser)) {
    const auto seconds = slowest(choice, judged);
    if (!seconds) continue;
    const double least = best.at({choice.processes, choice.bytes});
    result.push_back({choice.processes, choice.bytes, *seconds == least ? 0 : *seconds / least - 1});
  }
  return result;
}

Agreement agreement(const std::vector<Regret>& regrets) {
  Agreement result{.cells = regrets.size()};
  if (regrets.empty()) return result;
  double sum = 0;
  result.worst = regrets.front();
  for (const Regret& regret : regrets) {
    if (regret.agrees()) ++result.agreeing;
    if (regret.share > result.worst.share) result.worst = regret;
    sum += regret.share;
  }
  result.mean = sum / static_cast<double>(regrets.size());
  return result;
}

}  // namespace collsim
