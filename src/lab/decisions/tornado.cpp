#include "lab/decisions/tornado.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "backends/backend.hpp"

namespace collsim {
namespace {

/// The rows of one backend.
WhatIf answers_of(const WhatIf& what_if, const std::string& backend) {
  const auto backend_of = backend_labels(what_if.baseline);
  WhatIf found;
  for (const auto& side : what_if.sides) found.sides.push_back({side.change, {}});
  for (std::size_t i = 0; i < what_if.baseline.size(); ++i) {
    if (backend_of(what_if.baseline[i].point) != backend) continue;
    found.baseline.push_back(what_if.baseline[i]);
    for (std::size_t side = 0; side < found.sides.size(); ++side)
      found.sides[side].outcomes.push_back(what_if.sides[side].outcomes[i]);
  }
  return found;
}

/// The effect on the rows with vectors of so many bytes, or of all.
Effect effect_of(const WhatIf& what_if, const WhatIf::VariantAnswers& side,
                 std::optional<std::int64_t> bytes) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < what_if.baseline.size(); ++i) {
    const Row& row = what_if.baseline[i];
    const auto times = ratio(row.outcome, side.outcomes[i]);
    if (times && *times > 0 && (!bytes || row.point.bytes() == *bytes)) ratios.push_back(*times);
  }
  if (ratios.empty()) return {};
  double logarithms = 0;
  for (const double each : ratios) logarithms += std::log(each);
  const auto [least, most] = std::ranges::minmax(ratios);
  return {std::exp(logarithms / static_cast<double>(ratios.size())), least, most};
}

Tornado tornado_of(const WhatIf& answers, const std::string& backend,
                   const std::vector<Parameter>& parameters) {
  Tornado found{.backend = backend, .sizes = {}, .races = 0, .bars = {}};
  std::set<std::int64_t> sizes;
  for (const Row& row : answers.baseline) sizes.insert(row.point.bytes());
  found.sizes.assign(sizes.begin(), sizes.end());
  found.races = 2 * races(answers.baseline).size();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto &divided = answers.sides[2 * i], &multiplied = answers.sides[2 * i + 1];
    const auto swing = [&](std::optional<std::int64_t> bytes) {
      return Swing{effect_of(answers, divided, bytes), effect_of(answers, multiplied, bytes)};
    };
    Bar bar{parameters[i],
            swing(std::nullopt),
            {},
            new_winners(answers, divided).size() + new_winners(answers, multiplied).size()};
    for (const std::int64_t bytes : found.sizes) bar.by_size.push_back(swing(bytes));
    found.bars.push_back(std::move(bar));
  }
  std::ranges::stable_sort(found.bars, std::ranges::greater(),
                           [](const Bar& bar) { return bar.overall.size(); });
  return found;
}

}  // namespace

double Effect::size() const {
  return std::abs(std::log(mean));
}

std::vector<Variant> tornado_variants(const Platform& baseline, const std::vector<Parameter>& parameters,
                                      double factor) {
  std::vector<Variant> made;
  for (const Parameter& each : parameters)
    for (const double times : {1 / factor, factor})
      made.push_back(
          {fmt::format("{}=x{:.4g}", each.name, times), scaled(baseline.overrides(), each.numbers, times)});
  return made;
}

std::vector<Tornado> tornados(const WhatIf& what_if, const std::vector<Parameter>& parameters) {
  std::vector<Point> points;
  for (const Row& row : what_if.baseline)
    if (row.outcome.ok()) points.push_back(row.point);
  std::ranges::stable_sort(points, is_truer);
  const auto backend_of = backend_labels(what_if.baseline);
  std::vector<Tornado> found;
  for (const Point& point : points) {
    const std::string backend = backend_of(point);
    if (found.empty() || found.back().backend != backend)
      found.push_back(tornado_of(answers_of(what_if, backend), backend, parameters));
  }
  return found;
}

Cells to_cells(const std::vector<Tornado>& tornados, double factor) {
  Cells cells{{"backend", "parameter", "bytes", "factor", "mean_ratio", "least_ratio", "most_ratio"}, {}};
  for (const Tornado& each : tornados)
    for (const Bar& bar : each.bars)
      for (std::size_t size = 0; size < each.sizes.size(); ++size)
        for (const auto& [times, effect] :
             {std::pair{1 / factor, bar.by_size[size].divided}, {factor, bar.by_size[size].multiplied}})
          cells.lines.push_back({each.backend, bar.parameter.name, each.sizes[size], times, effect.mean,
                                 effect.least, effect.most});
  return cells;
}

}  // namespace collsim
