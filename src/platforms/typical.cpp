#include "platforms/typical.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "platforms/parameter_range.hpp"
#include "platforms/platform.hpp"
#include "platforms/protocol.hpp"
#include "support/human.hpp"
#include "support/number.hpp"
#include "support/quantile.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

/// Of one machine nobody knows how others differ.
constexpr const char* unknown_spread = "x0.5..x2";

/// What one machine says of a number.
struct Saying {
  std::string machine;
  double value, least, most;
};

bool is_latency_of_links(const std::string& number) {
  return number == "link.latency" || number == "leaf.latency" || number == "trunk.latency";
}

/// Nothing where the number is none that machines can have in common.
std::optional<Saying> saying_of(const Platform& platform, const std::string& number,
                                const std::string& text) {
  if (platform.settings().contains(number)) {
    const auto value = number_in<double>(text);
    return value ? std::optional(Saying{platform.name(), *value, *value, *value}) : std::nullopt;
  }
  if (!is_measure(number)) return std::nullopt;
  const std::string first = split_list(text).front();
  const double value =
      number_of(number, first, Units::simgrid) *
      (is_latency_of_links(number) ? latency_factor(platform).factor_of(platform.number("envelope")) : 1);
  Saying found{platform.name(), value, value, value};
  const auto& all = platform.properties();
  if (const auto stated = all.find("range." + number); stated != all.end()) {
    const Ends ends = parse_ends(number, stated->second);
    const double least = ends.relative() ? value * parse_factor(ends.first) : number_of(number, ends.first);
    found.least = std::min(value, least);
    found.most = std::max(value, least * ends.span);
  }
  return found;
}

/// For each size from which on one of the machines has another factor the median of all.
std::string median_factors(const std::vector<Platform>& machines) {
  std::vector<double> sizes;
  std::vector<SizeFactor> factors;
  for (const Platform& each : machines) {
    if (!each.settings().contains(latency_factors_setting)) continue;
    factors.push_back(latency_factor(each));
    std::istringstream steps(each.settings().at(latency_factors_setting));
    for (std::string step; std::getline(steps, step, ';');)
      if (const auto size = number_in<double>(step.substr(0, step.find(':'))); size && *size > 0)
        sizes.push_back(*size);
  }
  std::ranges::sort(sizes);
  std::string text;
  std::string last;
  const auto add = [&](double above, double at) {
    std::vector<double> relative;
    for (const SizeFactor& each : factors)
      relative.push_back(each.factor_of(at) / each.factor_of(smpi_envelope));
    const std::string factor = fmt::format("{:.4g}", median(relative));
    if (factor == last) return;
    text += fmt::format("{}{:g}:{}", text.empty() ? "" : ";", above, factor);
    last = factor;
  };
  add(0, smpi_envelope);
  for (const double size : sizes) add(size, size + 1);
  return text;
}

Typical typical_of(const std::string& number, std::vector<Saying> sayings, std::size_t machines) {
  Typical found{.value = {}, .range = {}, .machines = {}, .usual = 2 * sayings.size() >= machines};
  std::vector<double> values;
  double least = sayings.front().least, most = sayings.front().most;
  for (const Saying& each : sayings) {
    found.machines.push_back(each.machine);
    values.push_back(each.value);
    least = std::min(least, each.least);
    most = std::max(most, each.most);
  }
  const double middle = median(values);
  const Property* its = find_property(number);
  if (!its) {
    found.value = fmt::format("{:.0f}", middle);
    return found;
  }
  found.value = written(*its, middle);
  if (middle > 0)
    found.range = least < most && least > 0 ? fmt::format("{}..{}", written(*its, least), written(*its, most))
                                            : unknown_spread;
  return found;
}

using TypicalByName = std::map<std::string, Typical>;

TypicalByName numbers_of(const std::vector<Platform>& machines) {
  std::map<std::string, std::vector<Saying>> sayings;
  for (const Platform& each : machines)
    for (const auto& [number, value] : each.numbers())
      if (const auto saying = saying_of(each, number, value.first)) sayings[number].push_back(*saying);
  TypicalByName found;
  for (const auto& [number, said] : sayings) found[number] = typical_of(number, said, machines.size());
  std::vector<std::string> named;
  for (const Platform& each : machines)
    if (each.settings().contains(latency_factors_setting)) named.push_back(each.name());
  if (!named.empty())
    found[latency_factors_setting] = {.value = median_factors(machines),
                                      .range = {},
                                      .machines = named,
                                      .usual = 2 * named.size() >= machines.size()};
  return found;
}

TypicalByName all_numbers(const std::set<std::string>& left_out) {
  std::vector<Platform> calibrated, others;
  for (const auto& name : platform_names()) {
    if (left_out.contains(name)) continue;
    Platform platform = Platform::load(name);
    (platform.has("calibrated.cells") ? calibrated : others).push_back(std::move(platform));
  }
  TypicalByName found = numbers_of(calibrated);
  for (auto& [number, its] : numbers_of(others)) {
    its.usual = false;
    found.emplace(number, its);
  }
  return found;
}

}  // namespace

std::string Typical::source() const {
  return fmt::format("assumed: {} {}", machines.size() > 1 ? "median of" : "as of",
                     fmt::join(machines, ", "));
}

const TypicalByName& typical_numbers(const std::set<std::string>& left_out) {
  static std::map<std::set<std::string>, TypicalByName> known;
  // Machines that are asked what is typical say what their files say: nothing is assumed of them meanwhile.
  const auto [place, is_new] = known.try_emplace(left_out);
  if (is_new) place->second = all_numbers(left_out);
  return place->second;
}

const Typical& typical(const std::string& number, const std::set<std::string>& left_out) {
  const TypicalByName& all = typical_numbers(left_out);
  const auto place = all.find(number);
  if (place != all.end()) return place->second;
  throw Error(fmt::format("no machine of platforms/ says '{}'; right would be to give it", number));
}

std::string written(const Property& property, double value) {
  switch (property.kind) {
    case PropertyKind::time:
      return exact_seconds(std::stod(fmt::format("{:.4g}", value)));
    case PropertyKind::rate:
    case PropertyKind::speed:
      return fmt::format("{:.4g}GBps", value / 1e9);
    default:
      return fmt::format("{:.0f}", value);
  }
}

}  // namespace collsim
