#pragma once

#include <cstdint>
#include <string>

#include "platforms/platform.hpp"

namespace collsim {

/// How MPI sends messages on a platform: SMPI's settings, with the values that the smpi backend gives them
/// unless the platform's <config> says otherwise, and LogGP's properties.
struct Protocol {
  double envelope = smpi_envelope;  ///< bytes that a message carries besides its data
  double latency_factor = 1;        ///< of a route's latency
  double bandwidth_factor = 1;      ///< of a route's bandwidth
  std::int64_t eager = 0;     ///< messages below set out without their receiver (smpi/async-small-thresh)
  std::int64_t detached = 0;  ///< senders of messages below do not wait (smpi/send-is-detached-thresh)
  double send_overhead = 0;   ///< seconds of the sender's processor per message (LogGP's o_s)
  double gap = 0;             ///< seconds between two messages of a node's network port (LogGP's g)
};

/// Throws PlatformError for a setting that only SMPI understands.
Protocol protocol(const Platform& platform);

/// A factor of the platform's <config>, "0:VALUE" or a number; 1 without it. Throws PlatformError for one
/// that depends on the size of the messages.
double constant_factor(const Platform& platform, const std::string& setting);

}  // namespace collsim
