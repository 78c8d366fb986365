#pragma once

#include <functional>
#include <string>

#include "testbed/testbed.hpp"

namespace collsim {

/// Sets up the namespaces, switches and shaped links of a testbed. Nothing outside of them is touched, and nothing is
/// left where it fails or stop() turns true, which throws. Throws Error: no root, no `ip` or `tc`, a kernel that lacks
/// something, a testbed of this name that is up.
void bring_up(const Testbed& testbed, const std::function<bool()>& stop);

/// Ends what runs in the testbed's namespaces, and removes them with whatever else there is of it, also what a killed
/// program left. Returns whether there was anything. Throws Error.
bool take_down(const Testbed& testbed);

/// Whether all of its namespaces are there.
bool is_up(const Testbed& testbed);

/// Tells people a line for each host.
std::string status_table(const Testbed& testbed);

}  // namespace collsim
