#include "platforms/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "platforms/parameters.hpp"
#include "platforms/quantity.hpp"
#include "support/document.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

/// What overrides are to say of one change.
Changes changes_of(const std::string& name, const std::string& change, const Platform& baseline) {
  if (!change.starts_with("x")) return {{name, change}};
  const double factor = parse_factor(change);
  const auto all = parameters(baseline);
  const auto place = std::ranges::find(all, name, &Parameter::name);
  if (place == all.end()) return scaled(baseline.overrides(), {name}, factor);
  if (place->zero)
    throw Error(fmt::format("'{}' is 0 on {}, which no factor changes; right would be a value with its unit",
                            name, baseline.name()));
  return scaled(baseline.overrides(), place->numbers, factor);
}

}  // namespace

Changes parse_changes(const std::string& text, const std::string& flag) {
  Changes changes;
  for (const auto& part : split_list(text)) {
    const auto equals = part.find('=');
    if (equals == std::string::npos)
      throw DocumentError(flag, "",
                          "'" + part +
                              "' is no NAME=CHANGE; right would be link.bandwidth=x2, and for "
                              "two variants two --set of whatif or two sweeps of a scenario");
    changes[part.substr(0, equals)] = part.substr(equals + 1);
  }
  return changes;
}

double parse_factor(const std::string& text) {
  double factor = 0;
  const char* const end = text.data() + text.size();
  if (!text.starts_with("x") || std::from_chars(text.data() + 1, end, factor).ptr != end ||
      !std::isfinite(factor) || factor <= 0)
    throw Error(fmt::format("'{}' is no factor above 0; right would be x2 or x0.5", text));
  return factor;
}

Changes scaled(const Changes& overrides, const std::vector<std::string>& numbers, double factor) {
  Changes made;
  for (const auto& number : numbers) {
    const auto place = overrides.find(number);
    if (place == overrides.end())
      made[number] = fmt::format("x{}", factor);
    else if (place->second.starts_with("x"))
      made[number] = fmt::format("x{}", factor * parse_factor(place->second));
    else
      made[number] = scale_quantity(place->second, factor);
  }
  return made;
}

Changes replaced(Changes overrides, const Changes& by) {
  for (const auto& [name, change] : by) overrides[name] = change;
  return overrides;
}

Variant parse_variant(const std::string& text, const Platform& baseline) {
  Variant made{text, {}};
  const Changes asked = parse_changes(text, "--set");
  try {
    for (const auto& [name, change] : asked) made.changes.merge(changes_of(name, change, baseline));
    if (Platform::load(baseline.file(), replaced(baseline.overrides(), made.changes)).xml() == baseline.xml())
      throw Error("nothing changes; right would be another value than the platform's own");
  } catch (const Error& error) {
    throw Error(fmt::format("--set {}: {}", text, error.what()));
  }
  return made;
}

}  // namespace collsim
