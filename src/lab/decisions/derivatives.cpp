#include "lab/decisions/derivatives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "backends/trial/undisturbed.hpp"
#include "platforms/network/network.hpp"
#include "platforms/property.hpp"
#include "platforms/variants.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr double step = 1e-3;
constexpr double rounded_elasticity = 1e-7;  // elasticities that rounding makes of none

/// "6 times", "96 B": what the slope says of the parameter's unit.
std::string slope_text(const Derivative& each) {
  if (each.parameter.value.find(',') != std::string::npos || each.parameter.numbers.size() > 1) return "-";
  if (each.parameter.is_rate()) return fmt::format("{:.6g} B", each.slope);
  return each.parameter.is_time() ? fmt::format("{:.4g} times", each.slope)
                                  : fmt::format("{:.4g} s/B", each.slope);
}

}  // namespace

double undisturbed_seconds(const Platform& platform, const Point& point, const CriticalPath& path) {
  const std::shared_ptr<const Network> network = Network::of_platform(platform);
  const Wire wire = undisturbed_wire(platform, network, point);
  const Work work = undisturbed_work(platform, point);
  double seconds = 0;
  for (const Segment& each : path.segments) {
    const auto bytes = static_cast<double>(each.bytes);
    if (each.kind == Segment::Kind::message) {
      const auto [alpha, beta] = wire(each.from, each.to, bytes);
      seconds += alpha + bytes * beta;
    }
    if (each.kind == Segment::Kind::combine) seconds += bytes * work(each.rank).first;
    if (each.kind == Segment::Kind::copy) seconds += bytes * work(each.rank).second;
  }
  return seconds;
}

std::vector<Derivative> derivatives(const Platform& platform, const SecondsOn& seconds) {
  const double total = seconds(platform);
  std::vector<Derivative> found;
  for (const Parameter& each : nonzero_parameters(platform)) {
    const auto at = [&](double factor) {
      const Changes changed =
          scaled(platform.overrides(), each.numbers, each.is_rate() ? 1 / factor : factor);
      return seconds(Platform::load(platform.file(), replaced(platform.overrides(), changed)));
    };
    const double relative = (at(1 + step) - at(1 - step)) / (2 * step);
    const double value =
        number_of(each.numbers.front(), each.value.substr(0, each.value.find(',')), Units::simgrid);
    found.push_back({.parameter = each,
                     .elasticity = (each.is_rate() ? -1 : 1) * relative / total,
                     .slope = each.is_rate() ? relative * value : relative / value});
  }
  return found;
}

std::string to_text(const std::vector<Derivative>& derivatives) {
  std::vector<Derivative> sorted = derivatives;
  std::ranges::stable_sort(sorted, std::ranges::greater(),
                           [](const Derivative& each) { return std::abs(each.elasticity); });
  std::vector<std::string> idle;
  std::erase_if(sorted, [&](const Derivative& each) {
    const bool none = std::abs(each.elasticity) < rounded_elasticity;
    if (none) idle.push_back(each.parameter.name);
    return none;
  });
  const std::vector<ColumnOf<Derivative>> columns = {
      {{"parameter"}, [](const auto& each) { return each.parameter.name; }},
      {{"value", false}, [](const auto& each) { return each.parameter.value; }},
      {{"1 % more of it", false}, [](const auto& each) { return fmt::format("{:+.3g} %", each.elasticity); }},
      {{"counts", false}, slope_text}};
  return aligned(table_of(columns, sorted), "  ") +
         (idle.empty() ? "" : fmt::format("  without effect: {}\n", fmt::join(idle, ", ")));
}

}  // namespace collsim
