#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/tuner/contest.hpp"
#include "lab/tuner/served.hpp"
#include "lab/tuner/tuned.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string only_text(const TunedRule& tuned) {
  std::string text;
  const auto add = [&](const std::string& word) {
    text += (text.empty() || word.empty() ? "" : ", ") + word;
  };
  add(tuned.rule.operator_class);
  for (const Condition each : tuned.rule.only) add(to_text(each));
  add(tuned.unless);
  return text.empty() ? "-" : text;
}

std::string share_text(double share) {
  return std::isfinite(share) ? human_percent(share) : "it cannot serve";
}

/// `numbered`: rules of the target before these.
std::string rules_text(const TunedCollective& tuned, std::size_t numbered) {
  const std::vector<ColumnOf<TunedRule>> columns = {
      {{"", false},
       [&](const auto& each) {
         return std::to_string(numbered + 1 + static_cast<std::size_t>(&each - tuned.rules.data()));
       }},
      {{"processes"},
       [](const auto& each) { return to_string(each.rule.region.processes, Region::all_processes); }},
      {{"bytes"}, [](const auto& each) { return to_string(each.rule.region.bytes, Region::all_bytes); }},
      {{"only"}, only_text},
      {{"algorithm"}, &TunedRule::algorithm},
      {{"costs", false}, [](const auto& each) { return human_percent(each.mean); }},
      {{"worst", false}, [](const auto& each) { return human_percent(each.worst); }},
      {{"next best"}, [](const auto& each) { return each.second.empty() ? "-" : told_name(each.second); }},
      {{"would cost", false},
       [](const auto& each) { return each.second.empty() ? "-" : share_text(each.second_mean); }}};
  return aligned(table_of(columns, tuned.rules), "  ");
}

/// Where numbers of rules are not those without the library's own choice.
const char* counted_text(const TunedCollective& tuned) {
  return tuned.has_own_choice ? ", those for its own choice counted" : "";
}

/// The curve as far as more rules help.
std::string curve_text(const TunedCollective& tuned) {
  std::string text;
  double before = std::numeric_limits<double>::infinity();
  for (const CurvePoint& each : tuned.curve) {
    if (each.mean >= before) continue;
    text += fmt::format("{}{}: {} ({})", text.empty() ? "" : ", ", each.rules, human_percent(each.mean),
                        human_percent(each.worst));
    before = each.mean;
  }
  return wrapped(fmt::format("  mean (worst) by number of rules{}: {}", counted_text(tuned), text),
                 page_width(), 4) +
         "\n";
}

/// What stands in the way of less regret.
std::string losses_text(const Target& target, const TunedCollective& tuned, const TuningBounds& bounds) {
  const bool leaves = bounds.gain > 0 && tuned.has_own_choice;
  std::string text;
  if (tuned.worst > bounds.worst)
    text += tuned.fewest_for_worst
                ? fmt::format("  {} anywhere takes {}{}\n", human_percent(bounds.worst),
                              counted(*tuned.fewest_for_worst, "rule"), counted_text(tuned))
                : fmt::format("  {} anywhere is out of reach, whatever the number of rules: {} stay\n",
                              human_percent(bounds.worst), human_percent(tuned.least_worst));
  if (tuned.one_for_all_nodes > 0)
    text += fmt::format(
        "  {} cannot ask how many ranks share a node, which costs at least {} in the mean of the calls "
        "asked; a --ppn of one number tunes a file for it alone\n",
        target.name, human_percent(tuned.one_for_all_nodes));
  if (tuned.beyond > 0)
    text += fmt::format("  what {} cannot say, or not safely{}, would save {} more in the mean\n",
                        target.name, leaves ? ", or what gains less than " + human_percent(bounds.gain) : "",
                        human_percent(tuned.beyond));
  if (bounds.gain > 0 && !leaves)
    text += "  its own choice is not known, so nothing is left to it for want of gain\n";
  return text;
}

/// Which of the costs are known, and which expected.
std::string asked_text(const AskedCalls& asked) {
  if (asked.asked == asked.calls) return fmt::format("  asked at all {}\n", counted(asked.calls, "call"));
  const std::string expected =
      fmt::format("expected at the others: {} at worst", human_percent(asked.worst_expected));
  if (asked.asked == 0)
    return fmt::format("  asked at none of {}; {}\n", counted(asked.calls, "call"), expected);
  return fmt::format("  asked at {} of {}: {} at worst; {}\n", asked.asked, counted(asked.calls, "call"),
                     human_percent(asked.worst_asked), expected);
}

std::string number_text(const TunedCollective& tuned) {
  const std::size_t number = tuned.number_of_rules();
  if (number == 0) return "no rule: its own choice costs";
  const std::string rules = counted(number, "rule");
  if (number < tuned.rules.size()) return rules + " beside its own choice cost";
  return rules + (number == 1 ? " costs" : " cost");
}

}  // namespace

std::string TunedRule::algorithm() const {
  return rule.theirs.empty() ? rule.algorithm() : told_name(rule.theirs);
}

std::size_t TunedCollective::number_of_rules() const {
  return rules.size() - static_cast<std::size_t>(std::ranges::count_if(rules, &TunedRule::is_own_choice));
}

std::string to_text(const Target& target, const std::vector<TunedCollective>& tuned,
                    const TuningBounds& bounds, const Searched* partly) {
  std::string text;
  std::size_t numbered = 0;
  for (const TunedCollective& each : tuned) {
    if (each.rules.empty()) {
      text += fmt::format("{} for {}: no algorithm that it has serves every cell, so there are no rules.\n\n",
                          each.collective, target.name);
      continue;
    }
    text += fmt::format("{} for {}: {} {} in the mean, {} at the 90th percentile and {} at worst{}\n",
                        each.collective, target.name, number_text(each), human_percent(each.mean),
                        human_percent(each.ninetieth), human_percent(each.worst),
                        each.within ? "" : ", which is more than was asked");
    if (partly) text += asked_text(asked_calls(each.served, *partly));
    text += rules_text(each, numbered);
    numbered += each.rules.size();
    text += curve_text(each);
    text += losses_text(target, each, bounds) + "\n";
  }
  return text;
}

Cells to_cells(const Target& target, const std::vector<TunedCollective>& tuned) {
  Cells cells{.names = {"target", "collective", "rule", "processes", "bytes", "only", "algorithm", "theirs",
                        "calls", "mean", "worst", "second", "second_mean", "second_worst", "p", "n",
                        "seconds", "second_seconds", "terms"},
              .lines = {}};
  for (const TunedCollective& each : tuned)
    for (const TunedRule& rule : each.rules) {
      const Cell none;
      const bool has_second = !rule.second.empty();
      cells.lines.push_back(
          {target.name, each.collective, static_cast<std::int64_t>(cells.lines.size() + 1),
           to_string(rule.rule.region.processes, Region::all_processes),
           to_string(rule.rule.region.bytes, Region::all_bytes), only_text(rule), rule.rule.algorithm(),
           rule.rule.theirs, static_cast<std::int64_t>(rule.calls), rule.mean, rule.worst, rule.second,
           has_second && std::isfinite(rule.second_mean) ? Cell(rule.second_mean) : none,
           has_second && std::isfinite(rule.second_worst) ? Cell(rule.second_worst) : none,
           std::int64_t{rule.example.processes}, rule.example.bytes(), rule.seconds,
           has_second && std::isfinite(rule.second_seconds) ? Cell(rule.second_seconds) : none, rule.terms});
    }
  return cells;
}

Cells curve_cells(const Target& target, const std::vector<TunedCollective>& tuned) {
  Cells cells{.names = {"target", "collective", "rules", "own_choice", "mean", "worst"}, .lines = {}};
  for (const TunedCollective& each : tuned)
    for (const CurvePoint& point : each.curve)
      cells.lines.push_back({target.name, each.collective, static_cast<std::int64_t>(point.rules),
                             static_cast<std::int64_t>(point.own_choice), point.mean, point.worst});
  return cells;
}

}  // namespace collsim
