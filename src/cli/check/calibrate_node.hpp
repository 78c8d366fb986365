#pragma once

#include "cli/arguments.hpp"

namespace collsim {

/// `collsim calibrate node [FILE.csv]`: measures messages between the cores of a node and ranks' own work, unless rows are given with
/// what lstopo says of that node, and writes a platform of one node with levels, and a picture. Returns the exit status.
int calibrate_node(const CommandLine& arguments);

}  // namespace collsim
