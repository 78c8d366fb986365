#pragma once

#include <string>

#include "evidence/calibration/calibration.hpp"
#include "testbed/testbed.hpp"

namespace collsim {

/// The platform of a testbed, as platforms/README.md describes it: its switches and links, node-r being the host of rank
/// r, with the numbers of a calibration for as many ranks as it has hosts. Links get the share of their rate that the
/// calibration found links to carry. Throws Error where the calibration does not know the rates of its own links.
std::string platform_xml(const Testbed& testbed, const Calibration& calibration);

/// A table for `placement`: on that platform each rank is on the node of its host.
std::string placement_csv(const Testbed& testbed);

/// Describes a machine whose network nobody has described: a star of `nodes` nodes.
std::string platform_xml(const std::string& name, int nodes, const Calibration& calibration);

}  // namespace collsim
