#pragma once

#include <limits>
#include <vector>

#include "decisions/winners.hpp"

namespace collsim {

/// What it costs at one size to choose by one set of timings, such as a model's, and be judged by another,
/// such as a simulation.
struct Regret {
  int processes;
  std::int64_t bytes;
  double share;  ///< the judge's seconds for the choice over those for its own winner, minus 1

  bool agrees() const { return share <= tie_tolerance; }
};

/// The regret at each size that both sets have, in the order of winners(). Of several equal choices the one
/// that the judge finds slowest counts, because a chooser may take any of them. Sizes at which the judge has
/// no time for a choice are left out.
std::vector<Regret> regrets(const std::vector<Timing>& chooser, const std::vector<Timing>& judge);

/// How well a chooser does over a map.
struct Agreement {
  std::size_t cells = 0;  ///< compared
  std::size_t agreeing = 0;
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< regret over all cells
  Regret worst = {0, 0, 0};

  double share() const { return static_cast<double>(agreeing) / static_cast<double>(cells); }
};
Agreement agreement(const std::vector<Regret>& regrets);

}  // namespace collsim
