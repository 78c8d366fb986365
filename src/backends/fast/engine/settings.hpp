#pragma once

#include <memory>

#include "backends/fast/cache/ranks_in_cache.hpp"
#include "platforms/levels.hpp"

namespace collsim {
class Arena;
}  // namespace collsim

namespace collsim::fast {

/// What an engine is asked to do besides the run itself.
struct Settings {
  bool carries_data = true;
  bool carries_control = true;     ///< what is not payload, where data is not carried
  const Arena* payload = nullptr;  ///< where payload lies then
  /// Seconds until a rank has seen a flag that it waits for, where no level of the node says that, and how long it keeps others
  /// from it.
  double flag_latency = 0, flag_transfer = 0;
  std::shared_ptr<const InsideNodes> inside = {};  ///< null where nodes have no levels
  double window = -1;                              ///< of the timeline, seconds; below 0: the lookahead
  /// Messages go to mailboxes many at a time where there are more ranks.
  int batches_above = ranks_in_cache;
};

}  // namespace collsim::fast
