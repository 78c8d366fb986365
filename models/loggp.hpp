#pragma once

#include <functional>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"

namespace collsim {

/// Alexandrov, Ionescu, Schauser, Scheiman: LogGP, SPAA 1995, doi:10.1145/215399.215427, between two ranks. Seconds: a
/// message of n bytes keeps its sender's processor for o_send, then the sender's network port for (n + envelope) G; L
/// after its last byte left, it keeps its receiver's processor for o_receive + n O. The port is free for the next
/// message g after the last byte left.
struct LogGP {
  double L = 0;          ///< latency of the network
  double o_send = 0;     ///< overhead of the sender's processor
  double o_receive = 0;  ///< of the receiver's
  double g = 0;          ///< gap between consecutive messages of a rank
  double G = 0;          ///< gap per byte
  double O = 0;          ///< overhead of the receiver's processor per byte
  double envelope = 0;   ///< bytes that a message has besides its data
};

/// The machine that a message between two ranks meets, whose latency its size may change.
using LogGPWire = std::function<LogGP(int from, int to, double bytes)>;

/// The stages in seconds: every rank sends at most one message a round, and begins a round when it has finished the
/// last one. Each round waits for its slowest pair of ranks. `machine`: what a rank does by itself, as in Hockney.
double predict(const Cost& cost, const Shape& shape, const LogGPWire& wire, const Hockney& machine);

}  // namespace collsim
