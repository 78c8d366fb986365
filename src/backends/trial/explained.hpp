#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/facts/trace.hpp"
#include "models/hockney.hpp"
#include "points/point.hpp"

namespace collsim {

/// A simulated trial with all that `explain` needs to say why it took its time.
struct Explained {
  Outcome outcome;
  std::vector<Trace> traces;  ///< by rank
  Wire wire;                  ///< undisturbed alpha and beta
  std::function<std::vector<std::pair<std::string, double>>(int, int)>
      route;  ///< link names and bytes per second

  /// The common start, on the traces' clock.
  double begin() const;
};

/// Has an answer tell the idle share and the load balance of the run that left these traces.
void tell_balance(Outcome& outcome, const std::vector<Trace>& traces, const Wire& wire);

}  // namespace collsim
