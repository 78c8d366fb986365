#pragma once

#include <memory>

#include "backends/trial/ways.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// Answers a point of the backend model, whose algorithm has a cost, on a platform and its ways. Throws PlatformError
/// where the platform lacks a rate, or has a setting that only SimGrid understands.
Outcome predict_point(const Platform& platform, const std::shared_ptr<Ways>& ways, const Point& point);

/// What each term of an algorithm's cost adds, in seconds: messages without bytes, the bytes that they carry, those that are combined,
/// and those that are copied.
struct PredictedTerms {
  double messages = 0, bytes = 0, combined = 0, copied = 0;

  double seconds() const { return messages + bytes + combined + copied; }
};
/// Tells the terms of a point as predict_point() takes it. Throws PlatformError.
PredictedTerms predict_terms(const Platform& platform, const std::shared_ptr<Ways>& ways, const Point& point);

}  // namespace collsim
