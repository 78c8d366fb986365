#include "dropin/rules.hpp"

#include <algorithm>

#include "algorithms/error.hpp"

namespace collsim {

Rules Rules::from_environment(char** environment) {
  Rules rules;
  for (; *environment; ++environment) {
    const std::string entry = *environment;
    const auto equals = entry.find('=');
    if (entry.rfind("COLLSIM_", 0) != 0 || entry.rfind("COLLSIM_REPORT=", 0) == 0) continue;
    std::string collective = entry.substr(8, equals - 8);
    std::transform(collective.begin(), collective.end(), collective.begin(),
                   [](char c) { return static_cast<char>(std::tolower(c)); });
    const Description& about = describe(collective, entry.substr(equals + 1));
    rules.choices_.push_back({&about, about.resolve({})});
  }
  return rules;
}

std::optional<Choice> Rules::choose(const CallFacts& facts) const {
  for (const Choice& choice : choices_)
    if (choice.about->collective == facts.collective) return choice;
  return std::nullopt;
}

}  // namespace collsim
