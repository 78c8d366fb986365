#pragma once

#include <vector>

#include "backends/trial/order.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim::fast {

/// The orders in which the ranks of a point that reduces combine, each once, as the ranks' results have them. The point's
/// operator only says whether operands may change places. Throws as simulate().
std::vector<Order> orders(const Platform& platform, const Point& point);

}  // namespace collsim::fast
