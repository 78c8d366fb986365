#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "published/scoreboard.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string published_text(const Score& score) {
  if (score.published.low == score.published.high) return number_text({score.published.low}, score.unit);
  return score.published.text();
}

std::string criterion(const Score& score) {
  const auto bound = [&](double value) { return number_text({value}, score.unit); };
  if (std::isnan(score.at_least) && std::isnan(score.at_most)) return "-";
  if (std::isnan(score.at_least)) return "<= " + bound(score.at_most);
  if (std::isnan(score.at_most)) return ">= " + bound(score.at_least);
  return bound(score.at_least) + " .. " + bound(score.at_most);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

std::vector<std::string> line_of(const Score& score) {
  return {score.what,
          published_text(score),
          number_text(score.simulated, score.unit),
          number_text(score.formula, score.unit),
          deviation_text(score.deviation),
          criterion(score),
          to_text(score.verdict),
          or_dash(score.basis)};
}

TextTable table_of_scores() {
  return {.headings = {{"quantity"},
                       {"published", false},
                       {"simulated", false},
                       {"formula", false},
                       {"deviation", false},
                       {"met if", false},
                       {"verdict"},
                       {"basis"}},
          .lines = {}};
}

std::string counts_text(const std::vector<Total>& all) {
  TextTable table{.headings = {{"work"}}, .lines = {}};
  for (const char* name : {"rows", "met", "missed", "unanswered", "tested", "not offered", "calibrated",
                           "explained", "predicted", "blind"})
    table.headings.push_back({name, false});
  for (const Total& total : all) {
    auto& line = table.lines.emplace_back(std::vector<std::string>{total.name});
    for (const int count :
         {total.rows, total.met, total.missed, total.unanswered, total.tested, total.not_offered,
          total.calibrated, total.explained, total.predicted, total.blind})
      line.push_back(std::to_string(count));
  }
  return markdown(table) +
         "\ncalibrated: the platform was fitted to it; explained: known when the platform was changed; "
         "predicted: at hand, but nothing was fitted to it; blind: predicted before it was at hand.\n";
}

std::string medians_text(const std::vector<Total>& all) {
  TextTable table{.headings = {{"work"}}, .lines = {}};
  for (const char* name : {"times", "explained", "ratios", "explained", "limits", "explained"})
    table.headings.push_back({name, false});
  const auto factor = [](double value) { return std::isnan(value) ? "-" : fmt::format("x {:.3g}", value); };
  const auto share = [](double value) { return std::isnan(value) ? "-" : human_percent(value); };
  for (const Total& total : all)
    table.lines.push_back({total.name, share(total.deviation.predicted), share(total.deviation.explained),
                           factor(total.ratio.predicted), factor(total.ratio.explained),
                           factor(total.limit.predicted), factor(total.limit.explained)});
  return markdown(table) +
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
  TextTable table = table_of_scores();
  table.headings.insert(table.headings.begin(), {"claim"});
  for (const Score& score : scores) {
    if (score.of_table) continue;
    std::vector<std::string> line = line_of(score);
    line.insert(line.begin(), score.work + "/" + score.claim);
    table.lines.push_back(std::move(line));
  }
  const auto unexplained = std::ranges::count_if(
      scores, [](const Score& each) { return each.verdict == Verdict::missed && each.why.empty(); });
  return (table.lines.empty() ? "" : markdown(table) + "\n") + totals_text(claims, scores) +
         (unexplained == 0
              ? ""
              : fmt::format("\nRows that miss without a reason in claims.json: {}.\n", unexplained));
}

std::string to_text(const Claims& claims, const std::vector<Score>& scores) {
  std::string text =
      "# "
      "Published numbers and claims\n\n" +
      totals_text(claims, scores);
  for (const PublishedWork& work : claims.works) {
    bool begun = false;
    for (const Claim& claim : claims.claims) {
      if (claim.work != work.name) continue;
      if (!begun) text += fmt::format("\n## {}. {}\n", work.name, work.title);
      begun = true;
      text += fmt::format("\n### {}\n\n{}.\n\n", claim.full_name(), claim.says);
      TextTable table = table_of_scores();
      table.headings.push_back({"why it misses"});
      std::vector<std::string> by;
      for (const Score& score : scores) {
        if (score.work != claim.work || score.claim != claim.name) continue;
        table.lines.push_back(line_of(score));
        table.lines.back().push_back(or_dash(score.why));
        if (by.empty() || by.back() != score.by) by.push_back(score.by);
      }
      text += markdown(table) + "\n";
      for (const auto& line : by) text += fmt::format("* {}\n", line);
    }
  }
  return text;
}

Cells to_cells(const std::vector<Score>& scores) {
  Cells cells{.names = {"work", "claim", "what", "quantity", "published", "published_to", "published_words",
                        "simulated", "simulated_words", "formula", "formula_words", "unit", "deviation",
                        "at_least", "at_most", "verdict", "basis", "why", "by"},
              .lines = {}};
  const auto number = [](double value) { return std::isnan(value) ? Cell() : Cell(value); };
  for (const Score& score : scores)
    cells.lines.push_back({score.work, score.claim, score.what, score.quantity, number(score.published.low),
                           number(score.published.high), score.published.words,
                           number(score.simulated.number), score.simulated.words,
                           number(score.formula.number), score.formula.words, score.unit,
                           number(score.deviation), number(score.at_least), number(score.at_most),
                           to_text(score.verdict), score.basis, score.why, score.by});
  return cells;
}

}  // namespace collsim
