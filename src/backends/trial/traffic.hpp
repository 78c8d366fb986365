#pragma once

#include "points/point.hpp"

namespace collsim {

/// What all ranks of a point send together, in all its executions: more than an integer may hold.
struct PointTraffic {
  double messages = 0;
  double bytes = 0;
};

/// The traffic that the cost tells. Where none is known, that of two trees, and the p^2 small messages with which a
/// library learns where the ranks are.
PointTraffic traffic(const Point& point);

/// How many of an execution's messages may be under way at once, where ranks post more than one at a time of blocks that
/// nobody combines: all, or as many of each rank as its option `throttle` says. Elsewhere 0: a few of each rank.
double messages_at_once(const Point& point);

/// Seconds that a simulation spends on the data of a point with this traffic, roughly.
double seconds_for_data(const Point& point, const PointTraffic& all);

}  // namespace collsim
