/// Points for tests that compare ways to answer them.
#pragma once

#include "points/point.hpp"

namespace collsim::fast::testing {

/// A point without elements, in time mode.
inline Point point_of(const Description& about, const std::string& platform, int processes) {
  Point point;
  point.collective = about.collective;
  point.algorithm = about.name;
  point.options = about.resolve({});
  point.backend = "fast";
  point.platform = platform;
  point.processes = processes;
  point.data = Data::time;
  return point;
}

}  // namespace collsim::fast::testing
