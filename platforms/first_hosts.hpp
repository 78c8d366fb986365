#pragma once

#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// The platform's XML without the hosts that stand for none of the first `nodes` nodes, where no route between those passes
/// them: in clusters without a topology, each of which keeps at least one. SimGrid spends some ten microseconds on every host of every
/// simulation, whoever runs there.
std::string xml_of_first(const Platform& platform, int nodes);

}  // namespace collsim
