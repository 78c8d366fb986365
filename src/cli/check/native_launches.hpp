#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cli/context.hpp"

namespace collsim {

/// Whether --testbed or --launch says where to measure. Throws Error for --launches without them.
bool asks_to_measure(const CommandLine& arguments);

/// A scenario of which native points are to be measured.
struct AskedNatively {
  const Scenario* scenario;
  RunSettings settings;
  std::map<std::string, std::string> environment = {};  ///< of the ranks, on top of what they have
  std::string pace = {};                                ///< as collrun takes it; empty: nobody watches it
};

/// What algorithms compete for, and those of them that are to be measured, as scenarios name them.
struct AskedRace {
  Point at;
  std::vector<std::string> algorithms;
};

/// Asks the usual backend that measures. `platform`: what rows name.
Scenario to_measure(const std::vector<AskedRace>& races, const std::string& platform);

/// Has collrun measure there what the store lacks of the scenarios' native points, in as many launches as --launches says.
/// Each goes through all points before the next begins, so that what changes on the machine from minute to minute is in the
/// interval of every point. No launch follows number `most`. Returns 0, or the exit status that ends the command.
int measure_natively(const Context& context, const std::vector<AskedNatively>& all,
                     int most = std::numeric_limits<int>::max());
int measure_natively(const Context& context, const Scenario& scenario, const RunSettings& settings);

/// `collsim run`, which measures before if that is asked.
int run_measured(const Context& context);

}  // namespace collsim
