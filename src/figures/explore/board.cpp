#include "figures/explore/board.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "backends/backend.hpp"
#include "figures/plots/palette.hpp"
#include "lab/decisions/winner_map.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

json cell_json(const std::vector<const Row*>& rows) {
  const Point& any = rows.front()->point;
  json cell = {
      {"p", any.processes}, {"bytes", any.bytes()}, {"times", json::array()}, {"unanswered", json::array()}};
  std::vector<Timing> timings;
  for (const Row* row : rows) {
    const std::string algorithm = label(row->point);
    const Outcome& outcome = row->outcome;
    if (!outcome.ok()) {
      cell["unanswered"].push_back({algorithm, outcome.status.text()});
      continue;
    }
    cell["times"].push_back({algorithm, outcome.seconds});
    timings.push_back({algorithm, any.processes, any.bytes(), outcome.seconds});
  }
  for (const Winner& winner : winners(timings)) {
    cell["winners"] = winner.algorithms;
    cell["seconds"] = winner.seconds;
    if (!winner.second.empty()) cell["second"] = winner.second, cell["margin"] = winner.margin;
  }
  return cell;
}

}  // namespace

json board_json(const std::vector<Row>& rows) {
  const WinnerMap map = winner_maps(rows).front();
  json board = {{"algorithms", json::array()},
                {"processes", map.processes},
                {"sizes", json::array()},
                {"answered_by", backend(rows.front().point).caption(rows.front().point)}};
  const std::vector<std::size_t> colours = colours_of(map.algorithms);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const std::string& name = map.algorithms[i];
    board["algorithms"].push_back({{"name", name}, {"letter", map.letters.at(name)}, {"colour", colours[i]}});
  }
  for (const auto& sizes : map.sizes)
    board["sizes"].push_back(
        {{"text", human_sizes(sizes)}, {"of", json(std::vector(sizes.begin(), sizes.end()))}});
  return board;
}

json cells_json(const std::vector<Row>& rows) {
  std::map<std::pair<int, std::int64_t>, std::vector<const Row*>> places;
  for (const Row& row : rows) places[{row.point.processes, row.point.bytes()}].push_back(&row);
  json cells = json::array();
  for (const auto& [place, its] : places) cells.push_back(cell_json(its));
  return cells;
}

}  // namespace collsim
