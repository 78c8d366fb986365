#include "lab/decisions/formula_times.hpp"

#include <utility>

#include "points/serving.hpp"
#include "support/error.hpp"

namespace collsim {

std::optional<double> FormulaTimes::seconds(Point point, const Changes& overrides) {
  point.overrides = overrides;
  point.network = "loggp";
  const auto known = seconds_.find(point);
  if (known != seconds_.end()) return known->second;
  return seconds_[point] = predicted(point);
}

std::optional<double> FormulaTimes::ratio(const Point& point, const Changes& changed) {
  const auto before = seconds(point), after = seconds(point, changed);
  return before && after && *before > 0 ? std::optional(*after / *before) : std::nullopt;
}

const FormulaTimes::Machine* FormulaTimes::machine_for(const Point& point) {
  const auto [about, options] = serving(point);
  const Shape shape = point.shape();
  if (!about->why_unsupported(shape, options).empty() || !about->has_cost(shape, options)) return nullptr;
  auto place = machines_.find(point.overrides);
  if (place == machines_.end()) {
    Platform changed = Platform::load(platform_->file(), point.overrides);
    auto ways = std::make_shared<Ways>(Network::of_platform(changed));
    place = machines_.emplace(point.overrides, Machine{std::move(changed), std::move(ways)}).first;
  }
  return &place->second;
}

std::optional<double> FormulaTimes::predicted(const Point& point) try {
  const Machine* machine = machine_for(point);
  return machine ? std::optional(predict_point(machine->platform, machine->ways, point).seconds)
                 : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

std::optional<PredictedTerms> FormulaTimes::terms(Point point) try {
  point.network = "loggp";
  const Machine* machine = machine_for(point);
  return machine ? std::optional(predict_terms(machine->platform, machine->ways, point)) : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace collsim
