#pragma once

#include <map>
#include <memory>
#include <optional>

#include "backends/model/predict.hpp"
#include "backends/trial/ways.hpp"
#include "platforms/platform.hpp"
#include "platforms/variants.hpp"
#include "points/point.hpp"

namespace collsim {

/// What formulas (loggp) expect points of one platform to take, whoever is to answer them.
class FormulaTimes {
 public:
  /// The platform must outlive the object.
  explicit FormulaTimes(const Platform& platform) : platform_(&platform) {}

  const Platform& platform() const { return *platform_; }
  /// Gives the seconds of a point with its own overrides, or with these. Nothing where the algorithm does not support the call or has
  /// no formula, or the platform has settings that only SimGrid understands.
  std::optional<double> seconds(const Point& point) { return seconds(point, point.overrides); }
  std::optional<double> seconds(Point point, const Changes& overrides);
  /// What each term adds to that, with the point's own overrides.
  std::optional<PredictedTerms> terms(Point point);
  /// How many times as long a point takes under other overrides.
  std::optional<double> ratio(const Point& point, const Changes& changed);

 private:
  struct Machine {
    Platform platform;
    std::shared_ptr<Ways> ways;
  };

  /// Nothing where the algorithm has no formula for the point. Throws Error where the platform cannot be read.
  const Machine* machine_for(const Point& point);
  std::optional<double> predicted(const Point& point);

  const Platform* platform_;
  std::map<Changes, Machine> machines_ = {};
  std::map<Point, std::optional<double>> seconds_ = {};
};

}  // namespace collsim
