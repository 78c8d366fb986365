#include "cli/ideal.hpp"

#include <fmt/format.h>

#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {

Scenario ideal_scenario(const std::string& algorithm, const Flags& flags) {
  const std::size_t slash = algorithm.find('/');
  if (slash == std::string::npos)
    throw Error(fmt::format(
        "'{}' is no algorithm; right would be COLLECTIVE/ALGORITHM, as collsim list algorithms has "
        "them",
        algorithm));
  const nlohmann::json document = {{"collective", algorithm.substr(0, slash)},
                                   {"algorithms", {algorithm.substr(slash + 1)}},
                                   {"platform", "star"},
                                   {"backends", {"fast"}},
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
