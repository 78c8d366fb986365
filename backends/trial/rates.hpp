#pragma once

#include <map>
#include <utility>

#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// What a rank of a point can do by itself on an undisturbed node, in bytes per second of operand or message.
struct Rates {
  double combine = 0;
  double copy = 0;
  double message = 0;  ///< within the node; 0: the loopback link alone carries it
  double arrival = 0;  ///< of taking a message from another node off the network; 0: no time
  /// The part of local work's bytes that passes through the domain's memory and waits for it: what of the
  /// vectors does not fit the cache, if the ranks together could ask for more than the bandwidth; else 0.
  double through_memory = 0;
  /// Ranks per core of its node, at least 1; the rates above are already divided by it. Ranks poll while they
  /// wait, so all of a node's ranks always compete for its cores.
  double share = 1;
  /// Seconds that a receiver adds to every message: the library's software, and the wait for a core that it
  /// shares.
  double per_message = 0;
};

/// Which of its node's memory domains a rank is on: as many neighbours each as a domain has cores.
int domain_of(const Platform& platform, const Point& point, int rank);

/// Throws PlatformError where the platform names no rate.
Rates rates(const Platform& platform, const Point& point, int rank);

/// What taking a message costs rank `to` on an undisturbed node: seconds, and seconds per byte.
std::pair<double, double> undisturbed_arrival(const Platform& platform, const Point& point, int from, int to);

/// The rates of all ranks of a point, of which most are alike.
class AllRates {
 public:
  AllRates(const Platform& platform, const Point& point);
  const Rates& operator[](int rank);

 private:
  const Platform* platform_;
  const Point* point_;
  std::map<std::pair<int, int>, Rates> known_;  ///< by ranks on the node and on the domain
};

}  // namespace collsim
