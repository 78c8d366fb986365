#include "cli/check/tune_native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "cli/check/native_launches.hpp"
#include "cli/shared_flags.hpp"
#include "cli/tune.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/tuner/doubtful.hpp"
#include "lab/tuner/followed.hpp"
#include "points/choice.hpp"
#include "rules/libraries/target.hpp"
#include "support/human.hpp"
#include "support/range.hpp"
#include "testbed/testbed.hpp"

namespace collsim {
namespace {

/// What is asked, whoever answers it and with or without data.
Point asked_by(const Point& point) {
  Point asked = point.question();
  asked.data = {};
  return asked;
}

/// Who is measured: the algorithms of the library for which rules are, where that is one that a program can have run them, those of its
/// own choice included, else those here.
class Measured {
 public:
  explicit Measured(const CommandLine& arguments) {
    const auto names = split_list(arguments.text(flags::targets));
    const Target& first = target(names.front());
    if (names.size() == 1 && first.format == Target::Format::openmpi_classic) forced_ = &first;
  }

  std::map<std::string, std::string> environment() const {
    return forced_ ? openmpi_switches(*forced_) : std::map<std::string, std::string>();
  }
  /// The algorithm as a scenario names it.
  std::string name(const Point& point) {
    if (!forced_) return label(point);
    for (const TargetAlgorithm& each : candidates_of(point.collective)) {
      const auto serves = each.serving(facts_of(point.collective, point.shape()));
      if (serves && label_of(point.collective, *serves) == label(point))
        return fmt::format("library(forced={})", each.theirs);
    }
    return label(point);
  }

 private:
  const std::vector<TargetAlgorithm>& candidates_of(const std::string& collective) {
    auto place = candidates_.find(collective);
    if (place == candidates_.end())
      place = candidates_.emplace(collective, candidates(*forced_, collective, true)).first;
    return place->second;
  }

  const Target* forced_ = nullptr;
  std::map<std::string, std::vector<TargetAlgorithm>> candidates_ = {};
};

using RacesByRow = std::vector<std::vector<std::size_t>>;

/// Asks for the same calls, to be measured.
std::vector<AskedRace> asked_races(const RacesByRow& races, const std::vector<Row>& rows, Measured& who) {
  std::vector<AskedRace> asked;
  for (const auto& race : races) {
    asked.push_back({.at = rows[race.front()].point, .algorithms = {}});
    for (const std::size_t i : race) asked.back().algorithms.push_back(who.name(rows[i].point));
  }
  return asked;
}

/// Asks the same question of what is measured in its stead.
Point asked_natively(Point point, Measured& who) {
  const Choice choice = choose(point.collective, who.name(point)).front();
  point.algorithm = choice.about->name;
  point.options = choice.options;
  return asked_by(point);
}

/// By the numbers of the rows. Throws Error where there are none, with a reason.
std::map<std::size_t, double> seconds_of(const RacesByRow& races, const std::vector<Row>& simulated,
                                         const std::vector<Row>& measured, Measured& who) {
  std::map<Point, double> known;
  for (const Row& row : measured)
    if (row.outcome.ok()) known[asked_by(row.point)] = row.outcome.seconds;
  if (known.empty() && !measured.empty())
    throw Error("what was launched measured nothing: " + measured.front().outcome.status.text());
  std::map<std::size_t, double> found;
  for (const auto& race : races)
    for (const std::size_t i : race)
      if (const auto place = known.find(asked_natively(simulated[i].point, who)); place != known.end())
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
  if (!context.arguments.text(flags::testbed).empty())
    Testbed::load(context.arguments.text(flags::testbed));  // complains now
  return tune_and_refine(context, [&](const TargetsOf& targets, Searched& found,
                                      const std::filesystem::path& folder) {
    const auto doubtful = doubtful_races(found.rows, targets);
    if (doubtful.empty()) return std::string("simulations leave no call open, so nothing was measured");
    Measured who(context.arguments);
    Scenario asked = to_measure(asked_races(doubtful, found.rows, who), found.rows.front().point.platform);
    RunSettings settings = settings_of(context, asked);
    settings.results = folder / "native";
    if (measure_natively(context, {{&asked, settings, who.environment()}}) != 0)
      throw Error("what was launched measured nothing");
    const auto measured = seconds_of(doubtful, found.rows, run(asked, settings, context.answer()).rows, who);
    const auto was_measured =
        std::ranges::count_if(doubtful, [&](const auto& race) { return measured.contains(race.front()); });
    const std::size_t others = believe(measured, found);
    return measured_text(doubtful.size(), races(found.rows).size(), static_cast<std::size_t>(was_measured),
                         others);
  });
}

}  // namespace collsim
