#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "models/hockney.hpp"
#include "platforms/network.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// What a message between two ranks takes on its own, in seconds.
struct UndisturbedMessage {
  double latency = 0;
  double per_byte = 0;           ///< on the wire
  double receiver = 0;           ///< of the receiver's processor
  double receiver_per_byte = 0;  ///< likewise

  /// alpha, envelope included, and beta.
  std::pair<double, double> wire(double envelope) const {
    return {latency + envelope * per_byte + receiver, per_byte + receiver_per_byte};
  }
};

/// Of the messages between two ranks of a point; `platform` must outlive it. Throws PlatformError for settings that only
/// SimGrid understands.
std::function<UndisturbedMessage(int from, int to, double bytes)> undisturbed_messages(
    const Platform& platform, const std::shared_ptr<const Network>& network, const Point& point);
/// Their alpha and beta where these are the same for all sizes; throws Error elsewhere.
Wire undisturbed_wire(const Platform& platform, const std::shared_ptr<const Network>& network,
                      const Point& point);

/// Undisturbed seconds per byte that a rank combines and copies; `platform` must outlive it.
std::function<std::pair<double, double>(int rank)> undisturbed_work(const Platform& platform,
                                                                    const Point& point);

}  // namespace collsim
