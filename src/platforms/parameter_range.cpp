#include "platforms/parameter_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

constexpr const char* usual = "x0.01..x100";

/// The value of an end in seconds, bytes or bytes per second, or a factor.
double size_of(const std::string& end, const std::string& name, Units units = Units::ours) {
  return end.starts_with("x") ? parse_factor(end) : number_of(name, end, units);
}

}  // namespace

Ends parse_ends(const std::string& name, const std::string& text) {
  const auto dots = text.find("..");
  if (dots == std::string::npos)
    throw Error(fmt::format("'{}' is no range; right would be such as {} or 100ns..10us", text, usual));
  const std::string first = text.substr(0, dots), last = text.substr(dots + 2);
  if (first.starts_with("x") != last.starts_with("x"))
    throw Error(fmt::format("'{}' has a factor and a value as ends; right would be two of a kind", text));
  const double least = size_of(first, name), most = size_of(last, name);
  if (least <= 0 || most <= least)
    throw Error(
        fmt::format("'{}' does not rise from a value above 0; right would be such as {}", text, usual));
  return {first, last, most / least};
}

void check_stated_range(const std::string& name, const std::string& values, const std::string& text) {
  const Ends ends = parse_ends(name, text);
  for (const std::string& value : split_list(values)) {
    const double is = ends.relative() ? 1 : number_of(name, value, Units::simgrid);
    if (is < size_of(ends.first, name) || is > size_of(ends.last, name))
      throw Error(
          fmt::format("'{}' does not hold the value {}; right would be a range around it", text, value));
  }
}

std::vector<std::string> stated_changes(const Platform& platform) {
  const std::string prefix = "range.";
  std::vector<std::string> changes;
  for (const auto& [property, text] : platform.properties()) {
    if (!property.starts_with(prefix)) continue;
    const std::string name = property.substr(prefix.size());
    const Ends ends = parse_ends(name, text);
    const auto own = split_list(ends.relative() ? "x1" : platform.numbers().at(name).first);
    for (const std::string& end : {ends.first, ends.last})
      if (std::ranges::any_of(own, [&](const std::string& value) {
            return size_of(value, name, Units::simgrid) != size_of(end, name);
          }))
        changes.push_back(name + "=" + end);
  }
  return changes;
}

std::string ParameterRange::value(double position) const {
  return relative() ? fmt::format("x{}", parse_factor(from) * position) : scale_quantity(from, position);
}

Changes ParameterRange::changes(double position) const {
  return replaced(overrides, relative() ? scaled(overrides, parameter.numbers, parse_factor(from) * position)
                                        : Changes{{parameter.name, value(position)}});
}

std::string ParameterRange::text(double position) const {
  if (!relative()) return human_quantity(value(position));
  const double factor = parse_factor(from) * position;
  if (parameter.numbers.size() > 1 || parameter.value.find(',') != std::string::npos)
    return fmt::format("x{:.4g}", factor);
  return fmt::format("x{:.4g} ({})", factor, human_quantity(scale_quantity(parameter.value, factor)));
}

ParameterRange parse_range(const std::string& text, const Platform& baseline) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals),
                    ends = equals == std::string::npos ? usual : text.substr(equals + 1);
  try {
    const Parameter asked = parameter(baseline, name);
    const Ends parsed = parse_ends(name, ends);
    const ParameterRange range{
        .parameter = asked, .from = parsed.first, .span = parsed.span, .overrides = baseline.overrides()};
    if (range.relative() && range.parameter.zero)
      throw Error(
          fmt::format("'{}' is 0 on {}, which no factor changes; right would be a range of values with units",
                      name, baseline.name()));
    for (const double end : {1.0, range.span})
      static_cast<void>(Platform::load(baseline.file(), range.changes(end)));
    return range;
  } catch (const Error& error) {
    throw Error(fmt::format("--vary {}: {}", text, error.what()));
  }
}

}  // namespace collsim
