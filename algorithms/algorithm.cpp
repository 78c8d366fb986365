#include "algorithms/algorithm.hpp"

#include <map>

namespace collsim {
namespace {

/// By full name.
std::map<std::string, std::pair<Description, std::any>>& registry() {
  static std::map<std::string, std::pair<Description, std::any>> algorithms;
  return algorithms;
}

}  // namespace

void detail::enter(const char* collective, const Description& given, std::any run) {
  Description about = given;
  about.collective = collective;
  about.plugin = registrant();
  const std::string name = about.full_name();
  const auto place = registry().try_emplace(name, std::move(about), std::move(run)).first;
  enroll(place->second.first);
}

const std::pair<Description, std::any>& detail::entry(const char* collective, const std::string& name) {
  const auto place = registry().find(std::string(collective) + "/" + name);
  if (place != registry().end()) return place->second;
  return registry().at(describe(collective, name).full_name());
}

}  // namespace collsim
