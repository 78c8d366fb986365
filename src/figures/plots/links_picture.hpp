#pragma once

#include <map>
#include <string>

#include "algorithms/facts/trace.hpp"
#include "platforms/network/network.hpp"
#include "points/placement.hpp"

namespace collsim {

/// Seconds that each link which carried something needs for that at its full bandwidth.
std::map<int, double> busy_links(const std::vector<Trace>& traces, const Network& network,
                                 const Placement& placement);

/// Draws for which part of a run links are busy, as SVG: a panel for each class of links that carried something, with a cell for
/// each link, the darker the busier. A torus has its nodes' places, plane by plane; other classes stand in rows. `source`:
/// lines about where the numbers come from.
std::string links_picture(const std::string& title, const Network& network, const std::map<int, double>& busy,
                          double seconds, const std::string& source);

}  // namespace collsim
