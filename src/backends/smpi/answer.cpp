#include <algorithm>
#include <memory>

#include "backends/server.hpp"
#include "backends/smpi/client/facts.hpp"
#include "backends/smpi/smpi_trial.hpp"
#include "backends/trial/memory.hpp"
#include "points/json.hpp"

namespace collsim {
namespace {

/// So many of the platform's first nodes hold all ranks of these points.
int first_nodes(const Platform& platform, const std::vector<Point>& points) {
  int nodes = 1;
  for (const Point& point : points) {
    const Placement placement = point.placement();
    nodes = std::max(nodes, placement.host(placement.nodes() - 1) + 1);
  }
  return std::min(nodes, platform.nodes());
}

Wire wire_of(const std::shared_ptr<const Simulation>& simulation, const Point& point) {
  return [simulation, ranks = std::make_shared<const AllRates>(simulation->platform(), point)](
             int from, int to, double bytes) { return simulation->wire(*ranks, from, to, bytes); };
}

/// Loads the platform and answers all points.
void serve(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop, int out) {
  const auto simulation = std::make_shared<Simulation>(platform, first_nodes(platform, points));
  const std::int64_t available = memory_available();
  std::vector<std::size_t> trials;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (const std::int64_t needed = smpi_backend().memory(points[i]); needed <= available)
      trials.push_back(i);
    else
      send_answer(out, i, failed(too_large(points[i], needed, available)));
  }
  const auto trial = [&](std::size_t index) {
    const Point& point = points[index];
    std::vector<Trace> traces;
    Outcome outcome = simulate(*simulation, point, point.balance ? &traces : nullptr);
    if (point.balance) tell_balance(outcome, traces, wire_of(simulation, point));
    return nlohmann::json{{"outcome", outcome}};
  };
  const Room room{available, [&](std::size_t index) { return smpi_backend().memory(points[index]); }};
  serve_trials(out, trials, jobs, trial, stop, room);
}

Explained explain_with_simgrid(const Platform& platform, const Point& point) {
  const auto simulation = std::make_shared<Simulation>(platform, first_nodes(platform, {point}));
  Explained explained;
  explained.outcome = simulate(*simulation, point, &explained.traces);
  explained.wire = wire_of(simulation, point);
  explained.route = [simulation, placement = point.placement()](int from, int to) {
    return simulation->route(placement, from, to).second;
  };
  return explained;
}

[[maybe_unused]] const bool is_here = [] {
  simulator() = {serve, explain_with_simgrid};
  return true;
}();

}  // namespace
}  // namespace collsim
