#include "evidence/validation/native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/facts/description.hpp"
#include "backends/backend.hpp"
#include "evidence/calibration/calibration.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/decisions/formula_times.hpp"
#include "platforms/levels.hpp"
#include "points/choice.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

bool is_native(const Row& row) {
  return backend(row.point).measures();
}

std::string name_of(const Point& point) {
  return backend_label(point.backend, point.network, true);
}

/// Empty, or why a row is not judged.
std::string why_excluded(const Row& row, const std::set<std::string>& calibrated) {
  const Outcome& outcome = row.outcome;
  if (!outcome.ok()) return name_of(row.point) + ": " + outcome.status.text();
  if (!is_native(row))
    return row.point.asks_library() ? "the simulated library, which is not the installed one" : "";
  if (!(outcome.seconds > 0)) return "native: took no time";
  const bool used = calibrated.contains(measured_digest(
      row.point.processes, row.point.bytes(), outcome.seconds, outcome.seconds_low, outcome.seconds_high));
  return used ? "native: the calibration used this row" : "";
}

}  // namespace

std::string native_scenario(const std::string& platform, int processes) {
  json sweeps = json::array();
  for (const auto& collective : known_collectives()) sweeps.push_back({{"collective", collective}});
  const json document = {{"title", "Simulated, predicted and native"},
                         {"platform", platform},
                         {"processes", processes},
                         {"backends", backend_names([](const Backend&) { return true; })},
                         {"network", network_names()},
                         {"algorithms", {"*", installed_library}},
                         // Ranges are rounded to equal blocks.
                         {"bytes", {"16K..16K:x2", "64K..64K:x2", "256K..256K:x2"}},
                         {"sweeps", sweeps}};
  return document.dump();
}

Judgement judge_native(const std::vector<Row>& rows, const std::set<std::string>& calibrated) {
  Judgement found;
  std::set<Point> measured;
  std::vector<Reference> references;
  std::vector<Row> answers;
  for (const Row& row : rows) {
    if (const std::string why = why_excluded(row, calibrated); !why.empty()) {
      ++found.excluded[why];
    } else if (is_native(row)) {
      if (!measured.insert(row.point.question()).second) continue;
      references.push_back({row});
      found.references.push_back(row);
    } else {
      answers.push_back(row);
    }
  }
  found.judged = joined(references, answers);
  if (const std::size_t others = answers.size() - found.judged.size(); others > 0)
    found.excluded["predicted, but not measured or not judged"] = others;
  return found;
}

double pace_by_levels(const Platform& platform, const std::vector<Point>& points) {
  if (Levels::of_platform(platform).none()) return 0;
  const auto shares_a_node = [](const Point& point) {
    const Placement placement = point.placement();
    return point.processes > 1 && placement.node_of(0) == placement.node_of(1);
  };
  const auto place = std::ranges::find_if(points, shares_a_node);
  if (place == points.end()) return 0;
  Point message = *place;  // a broadcast that is one message
  message.collective = "bcast";
  message.algorithm = "linear";
  message.options = describe("bcast", "linear").resolve({});
  message.backend = usual_backend(Backend::Kind::predicted).name();
  message.processes = 2;
  message.type = "byte";
  message.count = 4096;
  const auto seconds = FormulaTimes(platform).seconds(message);
  return seconds ? *seconds - platform.number("call") : 0;
}

std::vector<Row> figure_rows_of(const std::vector<Row>& rows, const std::string& collective,
                                const NetworkName& network, std::size_t most) {
  std::map<std::int64_t, double> best;
  const auto belongs = [&](const Row& row) {
    return row.point.collective == collective && row.outcome.ok() && row.point.bytes() > 0;
  };
  for (const Row& row : rows) {
    if (!belongs(row) || !is_native(row)) continue;
    const auto place = best.emplace(row.point.bytes(), row.outcome.seconds).first;
    place->second = std::min(place->second, row.outcome.seconds);
  }
  std::map<std::string, double> behind;  // logarithms, over all sizes
  for (const Row& row : rows)
    if (belongs(row) && is_native(row))
      behind[label(row.point)] += std::log(row.outcome.seconds / best[row.point.bytes()]);
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [name, logarithm] : behind) order.emplace_back(logarithm, name);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), most));
  const bool simulated =
      std::ranges::any_of(rows, [&](const Row& row) { return row.point.network == network; });
  const auto has_room = [&](const Row& row) {
    const bool simulates = is_simulated(row.point);
    return !simulates || row.point.network == (simulated ? network : NetworkName());
  };
  std::vector<Row> shown;
  for (const auto& [logarithm, name] : order)
    for (const Row& row : rows)
      if (belongs(row) && label(row.point) == name && has_room(row)) shown.push_back(row);
  return shown;
}

}  // namespace collsim
