#pragma once

#include <map>
#include <memory>
#include <optional>

#include "platforms/network.hpp"
#include "platforms/platform.hpp"
#include "platforms/variants.hpp"
#include "points/point.hpp"

namespace collsim {

/// What formulas (loggp) expect points of one platform to take, whoever is to answer them.
class FormulaTimes {
 public:
  /// The platform must outlive the object.
  explicit FormulaTimes(const Platform& platform) : platform_(&platform) {}

  /// Under the point's overrides. Nothing where the algorithm does not support the call or has no formula, or the platform has settings
  /// that only SimGrid understands.
  std::optional<double> seconds(Point point);

 private:
  struct Machine {
    Platform platform;
    std::shared_ptr<const Network> network;
  };

  std::optional<double> predicted(const Point& point);

  const Platform* platform_;
  std::map<Changes, Machine> machines_ = {};
  std::map<Point, std::optional<double>> seconds_ = {};
};

}  // namespace collsim
