#include "platforms/parameter_range.hpp"

#include <fmt/format.h>

#include "platforms/property.hpp"
#include "platforms/quantity.hpp"

namespace collsim {
namespace {

constexpr const char* usual = "x0.01..x100";

/// The value of an end in seconds, bytes or bytes per second, or a factor.
double size_of(const std::string& end, const std::string& name) {
  return end.starts_with("x") ? parse_factor(end) : number_of(name, end);
}

/// How many times its first end the last one is.
double span_of(const std::string& first, const std::string& last, const std::string& name) {
  if (first.starts_with("x") != last.starts_with("x"))
    throw Error(
        fmt::format("'{}..{}' has a factor and a value as ends; right would be two of a kind", first, last));
  const double least = size_of(first, name), most = size_of(last, name);
  if (least <= 0 || most <= least)
    throw Error(fmt::format("'{}..{}' does not rise from a value above 0; right would be such as {}", first,
                            last, usual));
  return most / least;
}

}  // namespace

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
  const auto dots = ends.find("..");
  try {
    if (dots == std::string::npos)
      throw Error(fmt::format("'{}' is no range; right would be such as {} or 100ns..10us", ends, usual));
    ParameterRange range{.parameter = parameter(baseline, name),
                         .from = ends.substr(0, dots),
                         .span = 0,
                         .overrides = baseline.overrides()};
    range.span = span_of(range.from, ends.substr(dots + 2), name);
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
