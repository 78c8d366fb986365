#include "cli/ideal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algorithms/facts/description.hpp"
#include "backends/backend.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// What somebody meant who left the collective out.
std::string with_collectives(const std::string& algorithm) {
  const std::string name = algorithm.substr(0, algorithm.find('('));
  std::vector<std::string> found;
  for (const auto* about : descriptions())
    if (about->name == name) found.push_back("'" + about->full_name() + "'");
  if (found.empty()) return "; right would be COLLECTIVE/ALGORITHM, as collsim list algorithms has them";
  return fmt::format("; did you mean {}?", fmt::join(found, ", "));
}

}  // namespace

Scenario ideal_scenario(const std::string& algorithm, const Flags& flags) {
  const std::size_t slash = algorithm.find('/');
  if (slash == std::string::npos)
    throw Error(fmt::format("'{}' is no algorithm{}", algorithm, with_collectives(algorithm)));
  const nlohmann::json document = {{"collective", algorithm.substr(0, slash)},
                                   {"algorithms", {algorithm.substr(slash + 1)}},
                                   {"platform", "star"},
                                   {"backends", {usual_backend(Backend::Kind::simulated).name().text()}},
                                   {"network", "hockney"},
                                   {"processes", 8},
                                   {"bytes", "1K..1K:x2"},  // a range is rounded to equal blocks
                                   {"data", "time"}};
  Scenario scenario = parse_scenario(document.dump(), algorithm, flags);
  if (scenario.points.size() != 1)
    throw Error(
        fmt::format("{} is asked about one point, and these are {}; right would be one value of each flag",
                    algorithm, scenario.points.size()));
  return scenario;
}

}  // namespace collsim
