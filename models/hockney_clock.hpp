#pragma once

#include <vector>

#include "algorithms/facts/trace.hpp"
#include "models/hockney.hpp"

namespace collsim {

/// Replays what all ranks did (traces[rank]) on an ideal machine and returns when each rank finishes, in
/// seconds.
///
/// The network is single-port, full duplex, with synchronous sends: a message starts when both sides have
/// posted it and the sender's out-port and the receiver's in-port are free, and ends alpha + bytes beta later
/// for both. Ranks that traverse the collective network go on tau + bytes theta after the last of them has come to it. A
/// flag is seen phi after it was raised, whoever else looks; what was raised in an earlier call costs nothing.
/// This is the judge of every cost: the last finish must equal predict(cost). Throws Error naming the waiting ranks if a
/// message has no partner.
std::vector<double> hockney_clock(const std::vector<Trace>& traces, const Hockney& machine);
/// Runs the clock where pairs of ranks differ; `machine` has no alpha and beta then.
std::vector<double> hockney_clock(const std::vector<Trace>& traces, const Wire& wire, const Hockney& machine);

}  // namespace collsim
