#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evidence/published/scoreboard.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string published_score_text(const Score& score) {
  const auto& [low, high, words] = score.published;
  if (!words.empty()) return words;
  return low == high ? number_text({low}, score.unit) : fmt::format("{:.4g}..{:.4g}", low, high);
}

std::string criterion(const Score& score) {
  const auto bound = [&](double value) { return number_text({value}, score.unit); };
  if (std::isnan(score.at_least) && std::isnan(score.at_most)) return "-";
  if (std::isnan(score.at_least)) return "<= " + bound(score.at_most);
  if (std::isnan(score.at_most)) return ">= " + bound(score.at_least);
  return bound(score.at_least) + " .. " + bound(score.at_most);
}

using ScoreColumns = std::vector<ColumnOf<Score>>;

ScoreColumns columns_of_scores() {
  return {{{"quantity"}, &Score::what},
          {{"published", false}, published_score_text},
          {{"simulated", false}, [](const auto& score) { return number_text(score.simulated, score.unit); }},
          {{"formula", false}, [](const auto& score) { return number_text(score.formula, score.unit); }},
          {{"deviation", false}, [](const auto& score) { return deviation_text(score.deviation); }},
          {{"met if", false}, criterion},
          {{"verdict"}, [](const auto& score) { return to_text(score.verdict); }},
          {{"basis"}, [](const auto& score) { return or_dash(score.basis); }}};
}

std::string counts_text(const std::vector<Total>& all) {
  std::vector<ColumnOf<Total>> columns = {{{"work"}, &Total::name}};
  for (const char* name : {"rows", "met", "missed", "unanswered", "tested", "not offered", "calibrated",
                           "explained", "predicted", "blind"})
    columns.push_back({{name, false}, [name](const auto& total) {
                         const auto found = total.rows.find(name);
                         return std::to_string(found == total.rows.end() ? 0 : found->second);
                       }});
  return markdown(table_of(columns, all)) +
         "\ncalibrated: the platform was fitted to it; explained: known when the platform was changed; "
         "predicted: at hand, but nothing was fitted to it; blind: predicted before it was at hand.\n";
}

std::string medians_text(const std::vector<Total>& all) {
  std::vector<ColumnOf<Total>> columns = {{{"work"}, &Total::name}};
  for (const std::string kind : {"times", "ratios", "limits"})
    for (const bool explained : {false, true}) {
      const std::string its = kind + (explained ? " explained" : "");
      columns.push_back({{explained ? "explained" : kind, false}, [its](const auto& total) {
                           const auto found = total.medians.find(its);
                           if (found == total.medians.end() || std::isnan(found->second))
                             return std::string("-");
                           return its.starts_with("times") ? human_percent(found->second)
                                                           : fmt::format("x {:.3g}", found->second);
                         }});
    }
  return markdown(table_of(columns, all)) +
         "\nMedians of what is predicted or blind, and of what is explained. times: |deviation| of times and "
         "bandwidths; ratios: by which factor ratios of times miss the published number, or the nearer end "
         "of its interval; limits: likewise switch-overs, inf where ours never come.\n";
}

std::string totals_text(const Claims& claims, const std::vector<Score>& scores) {
  const std::vector<Total> all = totals(claims, scores);
  return counts_text(all) + "\n" + medians_text(all);
}

}  // namespace

std::string summary(const Claims& claims, const std::vector<Score>& scores) {
  ScoreColumns columns = columns_of_scores();
  columns.insert(columns.begin(),
                 {{"claim"}, [](const auto& score) { return score.work + "/" + score.claim; }});
  std::vector<Score> alone;
  std::ranges::copy_if(scores, std::back_inserter(alone), std::logical_not(), &Score::of_table);
  const auto unexplained = std::ranges::count_if(
      scores, [](const Score& each) { return each.verdict == Verdict::missed && each.why.empty(); });
  return (alone.empty() ? "" : markdown(table_of(columns, alone)) + "\n") + totals_text(claims, scores) +
         (unexplained == 0
              ? ""
              : fmt::format("\nRows that miss without a reason in claims.json: {}.\n", unexplained));
}

std::string to_text(const Claims& claims, const std::vector<Score>& scores) {
  ScoreColumns columns = columns_of_scores();
  columns.push_back({{"why it misses"}, [](const auto& score) { return or_dash(score.why); }});
  std::string text = "# Published numbers and claims\n\n" + totals_text(claims, scores);
  for (const PublishedWork& work : claims.works) {
    bool begun = false;
    for (const Claim& claim : claims.claims) {
      if (claim.work != work.name) continue;
      if (!begun) text += fmt::format("\n## {}. {}\n", work.name, work.title);
      begun = true;
      text += fmt::format("\n### {}\n\n{}.\n\n", claim.full_name(), claim.says);
      std::vector<Score> its;
      std::ranges::copy_if(scores, std::back_inserter(its), [&](const Score& score) {
        return score.work == claim.work && score.claim == claim.name;
      });
      text += markdown(table_of(columns, its)) + "\n";
      std::string by;
      for (const Score& score : its)
        if (score.by != by || &score == &its.front()) {
          by = score.by;
          text += fmt::format("* {}\n", by);
        }
    }
  }
  return text;
}

Cells to_cells(const std::vector<Score>& scores) {
  Cells cells{.names = {"work", "claim", "what", "quantity", "published", "published_to", "published_words",
                        "simulated", "simulated_words", "formula", "formula_words", "unit", "deviation",
                        "at_least", "at_most", "verdict", "basis", "why", "by"},
              .lines = {}};
  for (const Score& score : scores)
    cells.lines.push_back(
        {score.work, score.claim, score.what, score.quantity, number_cell(score.published.low),
         number_cell(score.published.high), score.published.words, number_cell(score.simulated.number),
         score.simulated.words, number_cell(score.formula.number), score.formula.words, score.unit,
         number_cell(score.deviation), number_cell(score.at_least), number_cell(score.at_most),
         to_text(score.verdict), score.basis, score.why, score.by});
  return cells;
}

}  // namespace collsim
