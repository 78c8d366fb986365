#include "points/chooser.hpp"

#include <map>

namespace collsim {
namespace {

std::map<std::string, Chooser>& choosers() {
  static std::map<std::string, Chooser> all;
  return all;
}

}  // namespace

void enter_chooser(const std::string& name, Chooser chooser) {
  choosers()[name] = chooser;
}

Chooser chooser(const std::string& name) {
  const auto place = choosers().find(name);
  return place == choosers().end() ? nullptr : place->second;
}

}  // namespace collsim
