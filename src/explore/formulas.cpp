#include "explore/formulas.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "backends/backend.hpp"
#include "backends/model/predict.hpp"
#include "explore/board.hpp"
#include "platforms/network.hpp"
#include "points/row.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

constexpr double longest = 10;  // seconds

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
  if (seconds > longest)
    throw Error(fmt::format("the formulas of all cells take about {}; right would be fewer ranks or sizes",
                            human_seconds(seconds)));
}

void predict(std::vector<Row>& rows, const Platform& platform) {
  std::shared_ptr<const Network> network;
  for (Row& row : rows) {
    if (!row.outcome.ok()) continue;
    try {
      if (!network) network = Network::of(platform);
      row.outcome = predict_point(platform, network, row.point);
    } catch (const PlatformError& error) {
      row.outcome = unsupported(error.what());
    }
  }
}

}  // namespace

nlohmann::json formulas_json(Scenario& scenario) {
  const Platform& platform = scenario.platforms.of(scenario.points.front());
  std::vector<Row> rows = rows_of(scenario, platform);
  check_effort(rows, platform);
  predict(rows, platform);
  nlohmann::json board = board_json(rows);
  board["cells"] = cells_json(rows);
  return board;
}

}  // namespace collsim
