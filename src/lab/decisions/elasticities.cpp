#include "lab/decisions/elasticities.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lab/decisions/by_row.hpp"
#include "lab/decisions/tornado.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr double small_factor = 1.001;
/// A millionth of a percent, far above what rounding makes of nothing.
constexpr double negligible_elasticity = 1e-6;

/// Of a time that is linear in the parameter, or in the inverse of a rate, both slopes are the same.
Elasticities::Value value_of(double baseline, double divided, double multiplied, bool rate) {
  const double less = (rate ? multiplied : divided) / baseline,
               more = (rate ? divided : multiplied) / baseline;
  const double below = (1 - less) / (1 - 1 / small_factor), above = (more - 1) / (small_factor - 1);
  const double slope = (more - less) / (small_factor - 1 / small_factor);
  return {rate ? 0 - slope : slope, std::abs(above - below) > negligible_elasticity};
}

std::string percent_text(double elasticity) {
  return std::abs(elasticity) < negligible_elasticity ? "0" : fmt::format("{:+.3g} %", elasticity);
}

/// The parameters that change a time, by their places among all.
std::vector<std::size_t> effective(const Elasticities& all) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < all.parameters.size(); ++i)
    if (std::ranges::any_of(all.values, [&](const auto& values) {
          return values[i] && (std::abs(values[i]->elasticity) >= negligible_elasticity || values[i]->bent);
        }))
      found.push_back(i);
  return found;
}

}  // namespace

std::vector<Variant> elasticity_variants(const Platform& baseline, const std::vector<Parameter>& parameters) {
  return tornado_variants(baseline, parameters, small_factor);
}

Elasticities elasticities(const WhatIf& what_if, const std::vector<Parameter>& parameters) {
  Elasticities found{parameters, what_if.baseline, {}};
  for (std::size_t row = 0; row < found.rows.size(); ++row) {
    const Outcome& baseline = what_if.baseline[row].outcome;
    auto& values = found.values.emplace_back(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Outcome &divided = what_if.sides[2 * i].outcomes[row],
                    &multiplied = what_if.sides[2 * i + 1].outcomes[row];
      if (baseline.ok() && baseline.seconds > 0 && divided.ok() && multiplied.ok())
        values[i] = value_of(baseline.seconds, divided.seconds, multiplied.seconds, parameters[i].is_rate());
    }
  }
  return found;
}

std::string to_text(const Elasticities& all) {
  const auto shown = effective(all);
  std::vector<std::string> idle;
  for (std::size_t i = 0; i < all.parameters.size(); ++i)
    if (!std::ranges::binary_search(shown, i)) idle.push_back(all.parameters[i].name);
  std::string text = "By how much 1 % more of a parameter changes times";
  if (are_many(all.rows)) {
    std::vector<NumberColumn> columns;
    for (const std::size_t i : shown)
      columns.push_back({all.parameters[i].name, [&all, i](std::size_t row) {
                           const auto& value = all.values[row][i];
                           return value ? std::optional(value->elasticity) : std::nullopt;
                         }});
    text += ", the least and the most of all rows:\n" + by_algorithm(all.rows, columns, percent_text);
  } else {
    std::vector<TextColumn> columns = {{"time", [&all](std::size_t row) {
                                          const Outcome& outcome = all.rows[row].outcome;
                                          return outcome.ok() ? human_seconds(outcome.seconds) : "-";
                                        }}};
    for (const std::size_t i : shown)
      columns.push_back({all.parameters[i].name, [&all, i](std::size_t row) {
                           const auto& value = all.values[row][i];
                           return !value ? "-" : (value->bent ? "~" : "") + percent_text(value->elasticity);
                         }});
    text += " (~: roughly, as they are not linear in it):\n" + by_row(all.rows, columns) +
            without_answer(all.rows);
  }
  return text +
         (idle.empty()
              ? ""
              : wrapped(fmt::format("Without effect: {}", fmt::join(idle, ", ")), page_width(), 2) + "\n");
}

Cells to_cells(const Elasticities& all) {
  Cells cells = cells_named(point_columns(), {"seconds"});
  for (const Parameter& each : all.parameters) cells.names.push_back("d_" + each.name);
  cells.names.emplace_back("bent");
  for (std::size_t row = 0; row < all.rows.size(); ++row) {
    const Outcome& outcome = all.rows[row].outcome;
    std::vector<Cell> numbers = {outcome.ok() ? Cell(outcome.seconds) : Cell()};
    std::vector<std::string> bent;
    for (std::size_t i = 0; i < all.parameters.size(); ++i) {
      const auto& value = all.values[row][i];
      numbers.push_back(value ? Cell(value->elasticity) : Cell());
      if (value && value->bent) bent.push_back(all.parameters[i].name);
    }
    numbers.emplace_back(fmt::format("{}", fmt::join(bent, " ")));
    add_line(cells, point_columns(), all.rows[row], numbers);
  }
  return cells;
}

}  // namespace collsim
