#include "cli/baseline.hpp"

#include <fmt/format.h>

#include "cli/present.hpp"
#include "support/json.hpp"

namespace collsim {

Scenario load_baseline(const CommandLine& arguments, const std::string& asked) {
  Scenario scenario = load_asked(arguments);
  const Point& first = scenario.points.front();
  for (const Point& point : scenario.points)
    if (point.platform != first.platform || point.overrides != first.overrides)
      throw Error(fmt::format(
          "{}: asks about several platforms; right would be one baseline, such as --platform {} --overrides "
          "NAME=CHANGE",
          scenario.file, first.platform));
  if (arguments.words.size() > 1) scenario.name += "_whatif";
  scenario.published.clear();
  scenario.names_nobody = false;
  auto document = read_json(scenario.document);
  document["whatif"] = asked;
  scenario.document = document.dump(2);
  return scenario;
}

}  // namespace collsim
