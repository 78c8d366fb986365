#include "evidence/published/scoreboard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/backend.hpp"
#include "evidence/published/published.hpp"
#include "lab/decisions/judged.hpp"

namespace collsim {
namespace {

/// A check's points with their answers.
std::vector<Row> answers(const Check& check, const std::map<Point, const Row*>& rows) {
  std::vector<Row> own;
  for (const Point& point : *check.points) {
    const auto found = rows.find(point);
    own.push_back(found == rows.end() ? Row{point, missing("nobody was asked")} : *found->second);
  }
  return own;
}

/// The rows of one kind of backend.
std::vector<Row> of_kind(const std::vector<Row>& rows, Backend::Kind kind) {
  std::vector<Row> own;
  std::ranges::copy_if(rows, std::back_inserter(own),
                       [&](const Row& row) { return backend(row.point).kind() == kind; });
  return own;
}

double deviation_from(const Published& published, double simulated) {
  if (std::isnan(published.low) || std::isnan(simulated)) return Score::none;
  return deviation_of(simulated, std::clamp(simulated, published.low, published.high));
}

/// By its own criterion, or else by the tolerance.
void judge(Score& score, const Tolerance& tolerance) {
  if (std::isnan(score.at_least) && std::isnan(score.at_most)) {
    score.at_least = score.published.low / tolerance.below;
    score.at_most = score.published.high * tolerance.above;
  }
  const double simulated = score.simulated.number;
  score.deviation = deviation_from(score.published, simulated);
  if (!std::isnan(simulated))
    score.verdict = simulated < score.at_least || simulated > score.at_most ? Verdict::missed : Verdict::met;
  else if (!score.simulated.words.empty())
    score.verdict = Verdict::missed;
}

/// Orders limits: never is beyond any size, and what nobody knows may be.
double rank_of(const NumberOrWords& limit) {
  if (limit.words == "never") return std::numeric_limits<double>::max();
  if (!limit.words.empty() && std::isnan(limit.number)) return -1;
  return std::isnan(limit.number) ? std::numeric_limits<double>::infinity() : limit.number;
}

/// A limit is printed once for several numbers of processes, where ours differ: a library with one limit must take the
/// largest, from which on the second algorithm is faster for all of them. The fit to any of them is a fit to all.
void take_larger(Score& score, const Score& other) {
  if (rank_of(other.simulated) > rank_of(score.simulated)) score.simulated = other.simulated;
  if (rank_of(other.formula) > rank_of(score.formula)) score.formula = other.formula;
  if (other.is_calibrated()) score.basis = other.basis;
}

std::string reason(const std::vector<Reason>& why, const Score& score) {
  const auto found = std::ranges::find_if(why, [&](const Reason& each) { return fits(each.where, score); });
  return found == why.end() ? "" : found->says;
}

/// A row for every number of a table, and one for each limit.
std::vector<Score> table_scores(const Check& check, const std::vector<Row>& rows) {
  std::vector<Score> scores;
  std::size_t line = 0;
  std::string what;
  for (Score& cell : compare_published(check.table, rows).cells) {
    const bool goes_on = !scores.empty() && line == cell.row;
    line = cell.row;
    if (goes_on && cell.is_limit() && scores.back().is_limit()) {
      take_larger(scores.back(), cell);
      scores.back().what = fmt::format("{}; largest up to p = {}", what, cell.processes);
    } else if (!std::isnan(cell.published.low)) {
      cell.why = reason(check.why, cell);
      what = cell.what;
      scores.push_back(std::move(cell));
    }
  }
  return scores;
}

std::vector<Score> scores_of(const Check& check, const std::vector<Row>& rows, const Claims& claims) {
  if (!check.table.empty()) {
    std::vector<Score> scores = table_scores(check, rows);
    for (Score& score : scores) {
      score.what = check.score.what + ": " + score.what;
      score.at_least = check.score.at_least;
      score.at_most = check.score.at_most;
      if (!score.is_calibrated()) score.basis = check.score.basis;
      score.by = check.score.by;
      judge(score, claims.tolerances.at(score.quantity));
    }
    return scores;
  }
  Score score = check.score;
  score.why = reason(check.why, score);
  if (check.ratio) {
    score.simulated.number = ratio_of(of_kind(rows, Backend::Kind::simulated), *check.ratio);
    score.formula.number = ratio_of(of_kind(rows, Backend::Kind::predicted), *check.ratio);
    judge(score, claims.tolerances.at(score.quantity));
  } else if (score.verdict == Verdict::unanswered) {
    judge(score, {});  // a prediction on record, which has a criterion of its own
  }
  return {score};
}

/// By which factor simulated and published differ; a switch-over that never comes is infinitely far.
double factor_of(const Score& score) {
  if (score.simulated.words == "never") return std::numeric_limits<double>::infinity();
  return std::exp(std::abs(std::log1p(score.deviation)));
}

}  // namespace

std::vector<Score> scores_of(const Claims& claims, const std::vector<Row>& rows) {
  std::map<Point, const Row*> places;
  for (const Row& row : rows) places[row.point] = &row;
  std::vector<Score> all;
  for (const Claim& claim : claims.claims)
    for (const Check& check : claim.checks)
      for (Score& score :
           scores_of(check, check.points ? answers(check, places) : std::vector<Row>(), claims)) {
        score.work = claim.work;
        score.claim = claim.name;
        if (score.verdict != Verdict::missed) score.why.clear();
        all.push_back(std::move(score));
      }
  return all;
}

std::vector<Total> totals(const Claims& claims, const std::vector<Score>& scores) {
  std::vector<Total> all;
  for (const PublishedWork& work : claims.works)
    if (std::ranges::count(scores, work.name, &Score::work) > 0) all.push_back({work.name});
  all.push_back({"all"});
  for (Total& total : all) {
    std::map<std::string, std::vector<double>> misses;
    for (const Score& score : scores) {
      if (&total != &all.back() && score.work != total.name) continue;
      ++total.rows["rows"];
      ++total.rows[to_text(score.verdict)];
      if (score.verdict != Verdict::met && score.verdict != Verdict::missed) continue;
      ++total.rows[score.basis];
      if (score.is_calibrated()) continue;
      const bool is_factor = score.is_limit() || score.quantity == "ratio" || score.quantity == "gain";
      const std::string kind = score.is_limit() ? "limits" : is_factor ? "ratios" : "times";
      misses[kind + (score.basis == "explained" ? " explained" : "")].push_back(is_factor ? factor_of(score)
                                                                                          : score.deviation);
    }
    for (const auto& [kind, sizes] : misses) total.medians[kind] = errors_of(sizes).median;
  }
  return all;
}

}  // namespace collsim
