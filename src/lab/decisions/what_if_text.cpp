#include <fmt/format.h>

#include <algorithm>

#include "lab/decisions/by_row.hpp"
#include "lab/decisions/what_if.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_races = 5;  // that are told one by one

std::string seconds_text(const Outcome& outcome) {
  return outcome.ok() ? human_seconds(outcome.seconds) : "-";
}

std::string ratio_text(double times) {
  return fmt::format("x{:.3g}", times);
}

/// "12.3 us  x0.51"
std::string changed_text(const Outcome& baseline, const Outcome& changed) {
  const auto times = ratio(baseline, changed);
  return seconds_text(changed) + (times ? "  " + ratio_text(*times) : "");
}

/// The rows of all sides.
std::vector<Row> all_rows(const WhatIf& what_if) {
  std::vector<Row> rows = what_if.baseline;
  for (const auto& side : what_if.sides)
    for (std::size_t i = 0; i < side.outcomes.size(); ++i)
      rows.push_back({what_if.baseline[i].point, side.outcomes[i]});
  return rows;
}

std::string ratios_by_row(const WhatIf& what_if) {
  std::vector<TextColumn> columns = {
      {"baseline", [&](std::size_t i) { return seconds_text(what_if.baseline[i].outcome); }}};
  for (const auto& side : what_if.sides)
    columns.push_back({side.change, [&](std::size_t i) {
                         return changed_text(what_if.baseline[i].outcome, side.outcomes[i]);
                       }});
  return by_row(what_if.baseline, columns) + without_answer(all_rows(what_if));
}

std::string ratios_by_algorithm(const WhatIf& what_if) {
  std::vector<NumberColumn> columns;
  for (const auto& side : what_if.sides)
    columns.push_back(
        {side.change, [&](std::size_t i) { return ratio(what_if.baseline[i].outcome, side.outcomes[i]); }});
  return "Time over the baseline's, the least and the most of all rows:\n" +
         by_algorithm(what_if.baseline, columns, ratio_text);
}

/// Where another algorithm becomes the fastest.
std::string winners_text(const WhatIf& what_if, const WhatIf::VariantAnswers& side) {
  const auto backend_of = backend_labels(what_if.baseline);
  const auto changed = new_winners(what_if, side);
  std::string text =
      fmt::format("{}: the fastest algorithm changes in {} of {}{}\n", side.change, changed.size(),
                  counted(races(what_if.baseline).size(), "cell"), changed.empty() ? "" : ":");
  for (std::size_t i = 0; i < std::min(changed.size(), most_races); ++i)
    text += fmt::format("  p = {}, {}, {}: {} -> {}\n", changed[i].race.processes,
                        human_bytes(changed[i].race.bytes()), backend_of(changed[i].race), changed[i].before,
                        changed[i].now);
  return text +
         (changed.size() > most_races ? fmt::format("  and {} more\n", changed.size() - most_races) : "");
}

}  // namespace

std::string to_text(const WhatIf& what_if) {
  std::string text = are_many(what_if.baseline) ? ratios_by_algorithm(what_if) : ratios_by_row(what_if);
  const auto algorithm = [](const Row& row) { return label(row.point); };
  const std::string first = algorithm(what_if.baseline.front());
  if (std::ranges::all_of(what_if.baseline, [&](const Row& row) { return algorithm(row) == first; }))
    return text;
  for (const auto& side : what_if.sides) text += winners_text(what_if, side);
  return text;
}

}  // namespace collsim
