#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/facts/trace.hpp"
#include "models/hockney.hpp"

namespace collsim {

enum class Activity { computing, copying, sending, receiving, exchanging, waiting };
inline constexpr std::array activity_names = {"computing", "copying",    "sending",
                                              "receiving", "exchanging", "waiting"};

/// What a rank does from `begin` to `end`, in seconds on the traces' clock.
struct Span {
  Activity activity;
  double begin, end;
  int peer = -1;           ///< of a message; of an exchange, of the one that takes longer
  std::int64_t bytes = 0;  ///< of that message, or combined, or copied
};

/// What every rank does, in order of time: a wait for a message is waiting until the other side has posted it, then
/// sending or receiving; a wait for a flag is waiting. The waits of a sendrecv begin and end together: one message decides
/// when they end, the others take their time on the undisturbed wire, and while both a message to another rank and one from
/// another are under way the rank is exchanging. Spans without length are left out.
/// Throws Error if the traces do not fit together (see match()).
std::vector<std::vector<Span>> activities(const std::vector<Trace>& traces, const Wire& wire);

/// What a run does from `begin` to the finish of its last rank.
struct Balance {
  double seconds;     ///< of the run
  double idle_share;  ///< of all ranks' time, in which they wait, or have not come or are done
  double
      load_balance;  ///< mean of the time that ranks are not idle over that of the busiest: 1 if all are alike
};
Balance balance(const std::vector<std::vector<Span>>& spans, double begin);

}  // namespace collsim
