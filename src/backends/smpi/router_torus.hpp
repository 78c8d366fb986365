#pragma once

#include "platforms/network/for_simgrid.hpp"

namespace collsim {

/// Adds it to the platform that the engine has loaded, with the links and routes that the fast engine has. Hosts beyond the first
/// `hosts` are left out.
void add(const RouterTorus& torus, int hosts);

}  // namespace collsim
