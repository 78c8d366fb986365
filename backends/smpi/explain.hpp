#pragma once

#include <functional>
#include <vector>

#include "algorithms/trace.hpp"
#include "backends/backend.hpp"
#include "models/hockney.hpp"

namespace collsim {

/// A simulated trial with all that `explain` needs to say why it took its time.
struct Explained {
  Outcome outcome;
  std::vector<Trace> traces;  ///< by rank
  double begin = 0;           ///< the common start, on the traces' clock
  Wire wire;                  ///< undisturbed alpha and beta
  std::function<std::pair<double, double>(int rank)>
      work;  ///< undisturbed seconds per byte combined and copied
  std::function<std::vector<std::pair<std::string, double>>(int, int)>
      route;  ///< link names and bytes per second
};

/// Simulates a smpi point with traces, in this process: call it once. Throws Error on a deadlock,
/// PlatformError.
Explained trace_point(const Platform& platform, const Point& point);

}  // namespace collsim
