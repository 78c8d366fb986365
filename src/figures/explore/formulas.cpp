#include "figures/explore/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "backends/backend.hpp"
#include "backends/model/predict.hpp"
#include "figures/explore/board.hpp"
#include "platforms/network/network.hpp"
#include "points/row.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

constexpr double longest_formulas = 10;  // seconds

/// The points, of which some are unsupported.
std::vector<Row> rows_of(const Scenario& scenario, const Platform& platform) {
  std::vector<Row> rows;
  for (const Point& point : scenario.points) {
    const std::string why = why_unsupported(point, platform);
    rows.push_back({point, why.empty() ? Outcome() : unsupported(why)});
  }
  return rows;
}

void check_effort(const std::vector<Row>& rows, const Platform& platform) {
  double seconds = 0;
  for (const Row& row : rows)
    if (row.outcome.ok()) seconds += backend(row.point).effort(row.point, platform);
  if (seconds > longest_formulas)
    throw Error(fmt::format("the formulas of all cells take about {}; right would be fewer ranks or sizes",
                            human_seconds(seconds)));
}

/// How many of the platform's nodes the points are on.
int nodes_of(const std::vector<Row>& rows) {
  int nodes = 1;
  for (const Row& row : rows) nodes = std::max(nodes, row.point.placement().nodes());
  return nodes;
}

void predict(std::vector<Row>& rows, const Platform& platform) {
  std::shared_ptr<Ways> ways;
  for (Row& row : rows) {
    if (!row.outcome.ok()) continue;
    try {
      if (!ways) ways = std::make_shared<Ways>(Network::of_platform(platform, nodes_of(rows)));
      row.outcome = predict_point(platform, ways, row.point);
    } catch (const PlatformError& error) {
      row.outcome = unsupported(error.what());
    }
  }
}

}  // namespace

nlohmann::json formulas_json(Scenario& scenario) {
  const Platform& platform = scenario.platforms.of_point(scenario.points.front());
  std::vector<Row> rows = rows_of(scenario, platform);
  check_effort(rows, platform);
  predict(rows, platform);
  nlohmann::json board = board_json(rows);
  board["cells"] = cells_json(rows);
  return board;
}

}  // namespace collsim
