#include "lab/tuner/gains.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lab/decisions/what_if.hpp"
#include "lab/tuner/followed.hpp"
#include "rules/libraries/foreign_algorithms.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// The library's algorithm that a row forces; "none": its own choice.
const std::string& forced_in(const Row& row) {
  return row.point.options.text("forced");
}

void count_untimed(const std::vector<Row>& rows, std::map<std::string, std::size_t>& untimed) {
  for (const Row& row : rows)
    if (!row.outcome.ok()) ++untimed[fmt::format("{}: {}", row.point.collective, row.outcome.status.reason)];
}

/// `all`: the numbers of the rows that compete.
Gain gain_of(const Point& at, const Row& own, const Row& ours, const std::vector<std::size_t>& all,
             const std::vector<Row>& rows) {
  Gain gain{
      .at = at, .own = own.outcome, .ours = ours.outcome, .best = "the rules", .least = ours.outcome.seconds};
  for (const std::size_t i : all)
    if (rows[i].outcome.seconds < gain.least) {
      gain.least = rows[i].outcome.seconds;
      gain.best = &rows[i] == &own ? own_choice_name : forced_in(rows[i]);
    }
  return gain;
}

RegretSummary costs_of(const OfCollective<Gain>& its, double (Gain::*cost)() const) {
  std::vector<double> costs;
  for (const Gain& call : its.cells) costs.push_back((call.*cost)());
  return summary_of(costs);
}

}  // namespace

Gains gains(const std::vector<Row>& forced, const std::vector<Row>& ruled) {
  Gains found;
  count_untimed(forced, found.untimed);
  count_untimed(ruled, found.untimed);
  const auto ours = timed_by_race(ruled);
  for (const auto& [at, all] : timed_by_race(forced)) {
    const auto own = std::ranges::find_if(all, [&](std::size_t i) { return forced_in(forced[i]) == "none"; });
    const auto its = ours.find(at);
    if (own != all.end() && its != ours.end())
      found.calls.push_back(gain_of(at, forced[*own], ruled[its->second.front()], all, forced));
  }
  return found;
}

std::string to_text(const Gains& gains) {
  using Its = OfCollective<Gain>;
  const auto mean = [](double (Gain::*cost)() const) {
    return [cost](const Its& its) { return human_percent(costs_of(its, cost).mean); };
  };
  const auto worst = [](double (Gain::*cost)() const) {
    return [cost](const Its& its) { return human_percent(costs_of(its, cost).worst); };
  };
  const std::vector<ColumnOf<Its>> columns = {
      {{"collective"}, &Its::name},
      {{"calls", false}, [](const Its& its) { return std::to_string(its.cells.size()); }},
      {{"its own choice costs", false}, mean(&Gain::own_cost)},
      {{"at worst", false}, worst(&Gain::own_cost)},
      {{"the rules cost", false}, mean(&Gain::cost)},
      {{"at worst", false}, worst(&Gain::cost)},
      {{"slower", false},
       [](const Its& its) { return std::to_string(std::ranges::count_if(its.cells, &Gain::is_slower)); }}};
  std::string text = aligned(table_of(columns, by_collective(gains.calls)), "  ");
  for (const Gain& call : gains.calls)
    if (call.is_slower())
      text += fmt::format("  {} of {}: {} by the rules, {} by its own choice\n", call.at.collective,
                          human_bytes(call.at.bytes()), human_seconds(call.ours.seconds),
                          human_seconds(call.own.seconds));
  for (const auto& [reason, times] : gains.untimed)
    text += fmt::format("  {} times are missing: {}\n", times, reason);
  return text;
}

Cells to_cells(const Gains& gains) {
  Cells table{.names = {"collective", "p", "bytes", "own", "own_low", "own_high", "rules", "rules_low",
                        "rules_high", "best", "least", "own_cost", "cost", "slower"},
              .lines = {}};
  for (const Gain& call : gains.calls)
    table.lines.push_back({call.at.collective, std::int64_t{call.at.processes}, call.at.bytes(),
                           call.own.seconds, call.own.noise().low, call.own.noise().high, call.ours.seconds,
                           call.ours.noise().low, call.ours.noise().high, call.best, call.least,
                           call.own_cost(), call.cost(), std::int64_t{call.is_slower()}});
  return table;
}

}  // namespace collsim
