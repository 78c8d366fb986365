#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cli/context.hpp"
#include "lab/scenarios/progress.hpp"

namespace collsim {

/// Has points answered in rounds, where what is asked next depends on what was answered. All go into the scenario's store, and
/// become its rows.
class Inquiry {
 public:
  /// The scenario's own points are forgotten.
  Inquiry(const Context& context, Scenario& scenario);

  /// So many points of so much effort are to be expected in all: one bar tells how far it is.
  void forecast(std::size_t points, double effort);
  /// A person who stops it ends inquire().
  std::vector<Outcome> operator()(const std::vector<Point>& points);
  const std::filesystem::path& folder() const { return settings_.results; }

 private:
  Scenario& scenario_;
  RunSettings settings_;
  Answer answer_;
  std::optional<Progress> progress_;
};

/// Performs an inquiry into the scenario's store. Returns the exit status: 130 where a person stopped it, else 0.
int inquire(const Context& context, Scenario& scenario, const std::function<void(Inquiry&)>& perform);

}  // namespace collsim
