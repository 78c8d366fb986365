#include "backends/smpi/explain.hpp"

#include <memory>

#include "backends/smpi/smpi_trial.hpp"

namespace collsim {

Explained explain_with_smpi(const Platform& platform, const Point& point) {
  const auto simulation = std::make_shared<Simulation>(platform);
  Explained explained;
  explained.outcome = simulate(*simulation, point, &explained.traces);
  explained.wire = [simulation, point](int from, int to) { return simulation->wire(point, from, to); };
  explained.route = [simulation, point](int from, int to) {
    return simulation->route(point, from, to).second;
  };
  return explained;
}

}  // namespace collsim
