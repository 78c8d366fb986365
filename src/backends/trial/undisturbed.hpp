#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "backends/trial/ways.hpp"
#include "models/hockney.hpp"
#include "platforms/network/network.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

class AllRates;

/// What a message between two ranks takes on its own, in seconds.
struct UndisturbedMessage {
  double latency = 0;
  double per_byte = 0;           ///< on the wire
  double sender = 0;             ///< of the sender's processor, besides LogGP's o_s
  double receiver = 0;           ///< of the receiver's
  double receiver_per_byte = 0;  ///< of the receiver's
};

/// What tells of messages between two ranks of a point, whose rates these are; `platform` must outlive it. Throws PlatformError for
/// settings that only SimGrid understands.
std::function<UndisturbedMessage(int from, int to, double bytes)> undisturbed_messages(
    const Platform& platform, const std::shared_ptr<Ways>& ways,
    const std::shared_ptr<const AllRates>& ranks);
/// Tells the alpha of messages, envelope included, and their beta.
Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<Ways>& ways,
                      const std::shared_ptr<const AllRates>& ranks);
Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const Point& point);

/// Undisturbed seconds per byte that a rank combines and copies; `platform` must outlive it.
std::function<std::pair<double, double>(int rank)> undisturbed_work(const Platform& platform,
                                                                    const Point& point);

}  // namespace collsim
