#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/properties.hpp"

namespace collsim {

/// The setting of SimGrid by which latencies of messages depend on their size.
constexpr const char* latency_factors_setting = "smpi/lat-factor";

/// A factor that depends on how many bytes a message has on the wire, envelope included, as SMPI's do: between two of its
/// steps it is that of the lower one.
class SizeFactor {
 public:
  SizeFactor(double always = 1) : below_(always) {}
  /// Reads "1.5" or "0:1.5;1024:2": sizes in rising order, each with the factor of larger messages. Below the first it
  /// is 1. Throws Error.
  explicit SizeFactor(const std::string& text);

  double factor_of(double wire_bytes) const {
    double factor = below_;
    for (const Step& step : steps_) {
      if (wire_bytes <= step.above) break;
      factor = step.factor;
    }
    return factor;
  }
  double least() const;
  bool operator==(const SizeFactor&) const = default;

 private:
  struct Step {
    double above, factor;
    bool operator==(const Step&) const = default;
  };

  double below_ = 1;
  std::vector<Step> steps_;
};

/// What one side of an eager message to another node spends on copying it.
struct EagerCopy {
  double below = 0;     ///< bytes: larger messages are not copied
  double per_byte = 0;  ///< seconds

  double seconds(double bytes) const { return bytes < below ? bytes * per_byte : 0; }
};

/// Eager messages travel between buffers of the library's: into one from memory that the sender has just written, at the
/// rate `copy`, and out of one into which the network wrote, which is slower, at the rate `eager.copy`. Without that
/// property neither takes time. Throws PlatformError where no message is eager.
struct EagerCopies {
  EagerCopy in = {}, out = {};  ///< by the sender; by the receiver
};
EagerCopies eager_copies(const Platform& platform);

/// What only the network `tcp` knows, by the properties `tcp.NAME`; bytes, but for `rest`. A segment is what a packet of 1500
/// B carries besides the headers of IPv4 and of TCP with time stamps, to which Ethernet adds its own.
struct TcpProtocol {
  /// Messages below set out without their receiver. None: Protocol::eager.
  std::optional<std::int64_t> eager = {};
  /// Seconds. After such a rest a link passes at once what its rate takes that long for, as a shaper's bucket of tokens lets it;
  /// less after a shorter one.
  double rest = 0;
  double header = 66, segment = 1448;
  int packets = 1;  ///< segments that a host sends as one piece, at most
  /// Processors that the nodes share, node n the one of number n modulo so many, which do one thing after the other and give
  /// them turns. That takes the place of latency and of Protocol::send_overhead; 0: every node has its own.
  int cores = 0;
  double poll = 0;       ///< seconds of the processor for each turn of a node, to look what has come
  double hand_over = 0;  ///< of the sender's processor for each byte
  double forward = 0;    ///< and for each piece at its sender, each switch on its way and its receiver
  double receive =
      0;  ///< and of the receiver's processor, for all messages that it finds on a connection at once
  double acknowledge = 0;  ///< the same where nothing has gone back by the connection that could tell
  double window = std::numeric_limits<double>::infinity();  ///< under way on a connection at once
};

/// How MPI sends messages on a platform: SMPI's settings, with the values that the smpi backend gives them
/// unless the platform's <config> says otherwise, and LogGP's properties.
struct Protocol {
  double envelope = smpi_envelope;  ///< bytes that a message carries besides its data
  SizeFactor latency_factor = 1;    ///< of a route's latency
  double network_latency = 0;       ///< seconds of a message between nodes besides that
  double bandwidth_factor = 1;      ///< of a route's bandwidth
  std::int64_t eager = 0;     ///< messages below set out without their receiver (smpi/async-small-thresh)
  std::int64_t detached = 0;  ///< senders of messages below do not wait (smpi/send-is-detached-thresh)
  double send_overhead = 0;   ///< seconds of the sender's processor per message (LogGP's o_s)
  EagerCopy copy_in = {};     ///< of eager messages, by their senders
  TcpProtocol tcp = {};
  double gap = 0;  ///< seconds between two messages of a node's network port (LogGP's g)
  /// What two nodes send each other in larger messages, both directions together: a connection carries one such message
  /// at a time (the property `exchange@SIZE`). Only `links` knows it.
  RateFrom exchange = {};
  /// Between groups a message takes the less loaded of its route and of one by way of a third group. Only `links` knows it.
  bool adaptive = false;

  /// Whether who sends so many bytes waits for their end, as far as their number tells.
  bool sender_waits(std::int64_t bytes) const { return bytes >= eager && bytes >= detached; }
};

/// Throws PlatformError for a setting that only SMPI understands.
Protocol protocol(const Platform& platform);

/// The factor is of a route's latency, from the platform's <config>; 1 without it. Throws PlatformError.
SizeFactor latency_factor(const Platform& platform);
/// The factor is of a route's bandwidth, "0:VALUE" or a number; 1 without it. Throws PlatformError for one that depends on the size of
/// the messages.
double bandwidth_factor(const Platform& platform);

}  // namespace collsim
