#include "platforms/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/property.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

bool all_zero(const std::string& name, const std::string& values) {
  return std::ranges::all_of(split_list(values), [&](const std::string& value) {
    return number_of(name, value, Units::simgrid) == 0;
  });
}

}  // namespace

bool Parameter::is_rate() const {
  return dimension_of(name) == Dimension::rate;
}

bool Parameter::is_time() const {
  return dimension_of(name) == Dimension::time;
}

std::vector<Parameter> parameters(const Platform& platform) {
  std::vector<Parameter> found;
  for (const auto& [number, value] : platform.numbers()) {
    if (platform.settings().contains(number) || !is_measure(number)) continue;
    const std::string name = number.substr(0, number.find('@'));
    auto place = std::ranges::find(found, name, &Parameter::name);
    if (place == found.end())
      place = found.insert(place, {.name = name, .numbers = {}, .value = value.first, .zero = true});
    place->numbers.push_back(number);
    place->zero = place->zero && all_zero(number, value.first);
  }
  return found;
}

std::vector<Parameter> nonzero_parameters(const Platform& platform) {
  std::vector<Parameter> found = parameters(platform);
  std::erase_if(found, [](const Parameter& each) { return each.zero; });
  return found;
}

Parameter parameter(const Platform& platform, const std::string& name) {
  const auto all = parameters(platform);
  const auto place = std::ranges::find(all, name, &Parameter::name);
  if (place != all.end()) return *place;
  std::vector<std::string> known;
  for (const auto& each : all) known.push_back(each.name);
  throw Error(fmt::format("{} has no parameter '{}'{}", platform.name(), name, suggestion(name, known)));
}

}  // namespace collsim
