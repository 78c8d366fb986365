#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/facts/page_work.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// What takes time from a size on.
struct RateFrom {
  double from = 0;  ///< bytes; less takes no time
  double rate = 0;  ///< bytes per second; 0: nothing takes time

  bool holds(double bytes) const { return rate > 0 && bytes >= from; }
  double seconds(double bytes) const { return holds(bytes) ? bytes / rate : 0; }
};
/// The property NAME@SIZE, of the least SIZE that the platform gives; without one nothing takes time.
RateFrom rate_from(const Platform& platform, const std::string& name);

/// Mapping a shared file privately, in seconds: one mapping; a page that is read for the first time; one that is written
/// for the first time, besides its copying; a page that is given back.
struct PageCosts {
  double bytes = 4096;  ///< of a page
  double map = 0, fault = 0, copy = 0, unmap = 0;

  double seconds(const PageWork& work) const;
};
/// The properties `page.map`, `page.fault`, `page.copy`, `page.unmap` and `page`; nothing unless a platform has the four.
std::optional<PageCosts> page_costs(const Platform& platform);

/// A network that joins all nodes and combines on the way.
struct CollectiveNetwork {
  double latency = 0;    ///< seconds from when the last node has given its first byte until all have it back
  double bandwidth = 0;  ///< bytes per second that a node gives and gets
};
/// The properties `collective_network.latency` and `collective_network.bandwidth`; nothing unless a platform has both.
std::optional<CollectiveNetwork> collective_network(const Platform& platform);

/// The values of NAME@SIZE in SI units, by SIZE in bytes; sizes rise.
std::vector<std::pair<double, double>> by_size(const Platform& platform, const std::string& name);

}  // namespace collsim
