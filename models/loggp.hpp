#pragma once

#include "algorithms/facts/description.hpp"

namespace collsim {

/// Alexandrov, Ionescu, Schauser, Scheiman: LogGP, SPAA 1995, doi:10.1145/215399.215427. Seconds: a message
/// of n bytes arrives L + 2o + (n - 1)G after its send began, and its sender's network port is free for the
/// next one g after its last byte left.
struct LogGP {
  double L = 0;  ///< latency of the network
  double o = 0;  ///< overhead of the processor, once to send and once to receive
  double g = 0;  ///< gap between consecutive messages of a rank
  double G = 0;  ///< gap per byte
};

/// The stages in seconds: every rank sends at most one message a round, and begins a round when it has
/// finished the last one and its port is free. gamma and kappa (seconds per byte combined and copied) as in
/// Hockney.
double predict(const Cost& cost, const LogGP& machine, double gamma = 0, double kappa = 0);

}  // namespace collsim
