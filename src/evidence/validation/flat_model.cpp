#include "evidence/validation/flat_model.hpp"

#include <cmath>
#include <optional>

#include "backends/backend.hpp"
#include "evidence/validation/measured.hpp"
#include "lab/decisions/choices.hpp"
#include "models/robust_fit.hpp"
#include "points/serving.hpp"

namespace collsim {
namespace {

/// How often a cell's formula has alpha, beta and gamma.
std::optional<Hockney> times_of(const Point& point) {
  if (point.collective.empty() || point.asks_library()) return {};
  const auto [about, options] = serving(point);
  const Shape shape = point.shape();
  if (!about->has_cost(shape, options) || !about->why_unsupported(shape, options).empty()) return {};
  const Cost cost = about->cost(shape, options);
  return Hockney{.alpha = predict(cost, {.alpha = 1}),
                 .beta = predict(cost, {.beta = 1}),
                 .gamma = predict(cost, {.gamma = 1})};
}

double seconds(const Hockney& times, const Hockney& machine) {
  return times.alpha * machine.alpha + times.beta * machine.beta + times.gamma * machine.gamma;
}

Hockney machine_of(const std::vector<double>& logs) {
  return {.alpha = std::exp(logs[0]), .beta = std::exp(logs[1]), .gamma = std::exp(logs[2])};
}

}  // namespace

Hockney fit_flat(const std::vector<MeasuredCell>& cells, bool only_calibrating) {
  std::vector<std::pair<Hockney, double>> samples;
  for (const MeasuredCell& cell : cells) {
    const auto& [point, outcome] = cell.row;
    if (cell.counterpart.choice.empty() || (only_calibrating && !cell.calibrates) ||
        !is_judged(point, cell.time.block))
      continue;
    if (const auto times = times_of(point)) samples.emplace_back(*times, outcome.seconds);
  }
  if (samples.empty()) return {};
  const auto residuals = [&](const std::vector<double>& logs) {
    std::vector<double> found;
    for (const auto& [times, measured] : samples)
      found.push_back(std::log(seconds(times, machine_of(logs)) / measured));
    return found;
  };
  return machine_of(robust_fit(residuals, {std::log(1e-6), std::log(1e-10), std::log(1e-10)}));
}

std::vector<Row> flat_rows(const std::vector<MeasuredCell>& cells, const Hockney& machine, const char* name) {
  std::vector<Row> rows;
  for (const MeasuredCell& cell : cells)
    if (const auto times = times_of(cell.row.point); times && machine.alpha > 0) {
      Row row = cell.row;
      row.point.backend = usual_backend(Backend::Kind::predicted).name();
      row.point.network = name;
      row.outcome = {.seconds = seconds(*times, machine)};
      row.outcome.seconds_mean = row.outcome.seconds;
      rows.push_back(row);
    }
  return rows;
}

}  // namespace collsim
