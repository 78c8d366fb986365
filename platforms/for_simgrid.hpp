#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// The platform's XML as SimGrid takes it: with routes spelled out where it does not know a topology, and without the hosts that
/// stand for none of the first `nodes` nodes, where no route between those passes them: in clusters without a topology, each of
/// which keeps at least one. SimGrid spends some ten microseconds on every host of every simulation, whoever runs there. Throws
/// PlatformError.
std::string xml_for_simgrid(const Platform& platform, int nodes);

}  // namespace collsim
