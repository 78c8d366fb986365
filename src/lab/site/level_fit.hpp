#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/site/level_times.hpp"
#include "lab/site/lstopo.hpp"
#include "lab/site/presets.hpp"

namespace collsim {

/// The properties of levels (docs/concepts/nodes.md says which number comes from where), `copies`, `copy` and
/// `combine.arithmetic`. Throws Error where no level's times tell a rate.
std::vector<std::pair<std::string, Stated>> level_numbers(const std::vector<LevelTimes>& levels,
                                                          const NodeFacts& node);

}  // namespace collsim
