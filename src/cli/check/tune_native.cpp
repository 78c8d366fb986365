#include "cli/check/tune_native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "backends/backend.hpp"
#include "cli/check/native_launches.hpp"
#include "cli/tune.hpp"
#include "decisions/what_if.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "tuner/doubtful.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// What is asked, whoever answers it and with or without data.
Point asked_by(const Point& point) {
  Point asked = point.question();
  asked.data = {};
  return asked;
}

/// The same calls, to be measured.
json sweep_of(const std::vector<std::size_t>& race, const std::vector<Row>& rows) {
  const Point& at = rows[race.front()].point;
  json sweep = {{"collective", at.collective}, {"processes", at.processes}, {"ppn", at.ppn.text()},
                {"count", at.count},           {"type", at.type},           {"op", at.op},
                {"algorithms", json::array()}};
  for (const std::size_t i : race) sweep["algorithms"].push_back(label(rows[i].point));
  return sweep;
}

Scenario to_measure(const std::vector<std::vector<std::size_t>>& races, const std::vector<Row>& rows) {
  json document = {{"platform", rows.front().point.platform},
                   {"backends", {usual_backend(Backend::Kind::measured).name().text()}},
                   {"sweeps", json::array()}};
  for (const auto& race : races) document["sweeps"].push_back(sweep_of(race, rows));
  return parse_scenario(document.dump(), "tune", {});
}

std::map<std::size_t, double> seconds_of(const std::vector<std::vector<std::size_t>>& races,
                                         const std::vector<Row>& simulated,
                                         const std::vector<Row>& measured) {
  std::map<Point, double> known;
  for (const Row& row : measured)
    if (row.outcome.ok()) known[asked_by(row.point)] = row.outcome.seconds;
  std::map<std::size_t, double> found;
  for (const auto& race : races)
    for (const std::size_t i : race)
      if (const auto place = known.find(asked_by(simulated[i].point)); place != known.end())
        found[i] = place->second;
  return found;
}

std::string measured_text(std::size_t doubtful, std::size_t calls, std::size_t measured, std::size_t others) {
  return fmt::format(
      "{} of {} calls were measured, all of the {} whose fastest are within {} of each other and that the "
      "launch could hold; {} have another fastest algorithm than simulated",
      measured, calls, doubtful, human_percent(model_error), others);
}

}  // namespace

int tune_native_command(const Context& context) {
  return tune_and_refine(context, [&](const Scenario&, const TargetsOf& targets, Searched& found,
                                      const std::filesystem::path& folder) {
    const auto doubtful = doubtful_races(found.rows, targets);
    if (doubtful.empty()) return std::string("simulations leave no call open, so nothing was measured");
    Scenario asked = to_measure(doubtful, found.rows);
    RunSettings settings = settings_of(context, asked);
    settings.results = folder / "native";
    if (measure_natively(context, asked, settings) != 0) throw Error("what was launched measured nothing");
    const auto measured = seconds_of(doubtful, found.rows, run(asked, settings, context.answer()).rows);
    const auto was_measured =
        std::ranges::count_if(doubtful, [&](const auto& race) { return measured.contains(race.front()); });
    const std::size_t others = believe(measured, found.rows);
    return measured_text(doubtful.size(), races(found.rows).size(), static_cast<std::size_t>(was_measured),
                         others);
  });
}

}  // namespace collsim
