#include "backends/trial/explained.hpp"

#include <algorithm>
#include <limits>

#include "models/activity.hpp"

namespace collsim {

namespace {

double begin_of(const std::vector<Trace>& traces) {
  double first = std::numeric_limits<double>::infinity();
  for (const auto& trace : traces)
    if (!trace.empty()) first = std::min(first, trace.front().begin);
  return first;
}

}  // namespace

double Explained::begin() const {
  return begin_of(traces);
}

void tell_balance(Outcome& outcome, const std::vector<Trace>& traces, const Wire& wire) {
  const Balance found = balance(activities(traces, wire), begin_of(traces));
  outcome.idle_share = found.idle_share;
  outcome.load_balance = found.load_balance;
}

}  // namespace collsim
