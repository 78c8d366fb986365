#pragma once

#include "points/row.hpp"

namespace collsim::testing {

/// An allreduce of 128 doubles on 4 ranks that took so long.
inline Row answered(double seconds) {
  Row row;
  row.point.collective = "allreduce";
  row.point.algorithm = "ring";
  row.point.backend = "smpi";
  row.point.platform = "star";
  row.point.processes = 4;
  row.point.count = 128;
  row.outcome.seconds = seconds;
  row.outcome.messages = 24;
  return row;
}

}  // namespace collsim::testing
