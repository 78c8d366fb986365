#include "evidence/validation/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "backends/backend.hpp"
#include "lab/decisions/choices.hpp"
#include "rules/libraries/formats.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

Point asked_of(Point point, const Choice& choice, const Point& as) {
  point.algorithm = choice.about->name;
  point.options = choice.options;
  return asked_as(std::move(point), as);
}

/// All that the library may run instead, each once.
std::vector<LibraryPoint> others_of(const Target& library, const Point& ran, const Point& as) {
  std::vector<LibraryPoint> found;
  std::set<Point> known = {ran};
  for (const TargetAlgorithm& candidate : candidates(library, ran.collective, true))
    if (const auto choice = candidate.serving(facts_of(ran.collective, ran.shape())))
      if (const Point point = asked_of(ran, *choice, as); known.insert(point).second)
        found.push_back({candidate.theirs, point});
  return found;
}

/// What the library calls the algorithm that its table names.
std::string name_of(const Rules& table, const Point& point) {
  const Rule* rule = table.match(facts_of(point.collective, point.shape()));
  return !rule || rule->theirs.empty() ? label(point) : rule->theirs;
}

/// The logarithms of errors of ratios, sorted: of every two cells the difference of their errors.
std::vector<double> ratio_errors(const std::vector<AdvisedCell>& cells) {
  std::vector<double> found;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (i != k) found.push_back(cells[i].error() - cells[k].error());
  std::ranges::sort(found);
  return found;
}

constexpr double promised_share = 0.9;

/// Numbers are looked at as far as `whatif --vary` looks, x0.01 to x100.
constexpr double widest_factor = 100;

/// How sure the gain is, given these errors.
void weigh(AdvisedCell& cell, const std::vector<double>& errors) {
  if (errors.empty() || cell.best.theirs.empty()) return;
  const double log_gain = std::log(cell.predicted() / cell.best_predicted);
  const auto smaller = std::ranges::lower_bound(errors, log_gain) - errors.begin();
  cell.certainty = static_cast<double>(smaller) / static_cast<double>(errors.size());
  const double least = 1 - std::exp(quantile(errors, promised_share) - log_gain);
  if (least > 0) cell.promised = least;
}

/// The factor's logarithm with the least sum of |error - elasticity * logarithm|: the median of the errors over the elasticities,
/// weighted by these.
double best_logarithm(const std::vector<std::pair<double, double>>& errors_and_elasticities) {
  std::vector<std::pair<double, double>> steps;
  double half = 0;
  for (const auto& [error, elasticity] : errors_and_elasticities)
    if (elasticity != 0) {
      steps.emplace_back(error / elasticity, std::abs(elasticity));
      half += std::abs(elasticity) / 2;
    }
  std::ranges::sort(steps);
  for (const auto& [logarithm, weight] : steps)
    if ((half -= weight) <= 0) return logarithm;
  return 0;
}

/// Calls of a collective on so many processes.
struct AdvisedJob {
  using CellsBySize = std::map<std::int64_t, const AdvisedCell*>;  ///< by size

  std::string collective;
  int processes;

  Rule rule(const std::string& theirs, const Interval& bytes) const {
    Rule made{.where = {}, .collective = collective};
    made.region.processes = {processes, processes};
    made.region.bytes = bytes;
    made.theirs = theirs;
    return made;
  }
  friend auto operator<=>(const AdvisedJob&, const AdvisedJob&) = default;
};

/// Makes one rule of two that follow each other and name the same.
void append(const Rule& rule, std::vector<Rule>& rules) {
  if (!rules.empty() && rules.back().theirs == rule.theirs &&
      rules.back().region.bytes.last + 1 == rule.region.bytes.first)
    rules.back().region.bytes.last = rule.region.bytes.last;
  else
    rules.push_back(rule);
}

std::vector<Rule> by_size(const AdvisedJob& job, const AdvisedJob::CellsBySize& cells) {
  const auto halfway = [](std::int64_t low, std::int64_t high) {
    return std::llround(std::sqrt(static_cast<double>(low) * static_cast<double>(high)));
  };
  std::vector<Rule> rules;
  for (auto cell = cells.begin(); cell != cells.end(); ++cell) {
    if (!cell->second->worth_trying()) continue;
    const bool first = cell == cells.begin(), last = std::next(cell) == cells.end();
    append(job.rule(cell->second->best.theirs,
                    {first ? cell->first : halfway(std::prev(cell)->first, cell->first) + 1,
                     last ? cell->first : halfway(cell->first, std::next(cell)->first)}),
           rules);
  }
  return rules;
}

/// Where the library cannot ask for sizes: only if all of them want the same.
std::vector<Rule> of_all_sizes(const AdvisedJob& job, const AdvisedJob::CellsBySize& cells) {
  const std::string& theirs = cells.begin()->second->best.theirs;
  const bool agree = std::ranges::all_of(cells, [&](const auto& each) {
    return each.second->worth_trying() && each.second->best.theirs == theirs;
  });
  return agree ? std::vector<Rule>{job.rule(theirs, Region::all_bytes)} : std::vector<Rule>();
}

/// With what the library's own table names for other sizes, because Open MPI's files leave out none.
std::vector<Rule> completed(const AdvisedJob& job, const std::vector<Rule>& tried, const Rules& table) {
  std::set<std::int64_t> cuts = {0};
  const auto cut = [&](const Rule& rule) {
    cuts.insert(rule.region.bytes.first);
    if (rule.region.bytes.last < Region::all_bytes.last) cuts.insert(rule.region.bytes.last + 1);
  };
  std::ranges::for_each(tried, cut);
  for (const Rule& rule : table.all())
    if (rule.collective == job.collective && rule.region.processes.contains(job.processes)) cut(rule);
  std::vector<Rule> all;
  for (auto from = cuts.begin(); from != cuts.end(); ++from) {
    const Interval bytes = {*from,
                            std::next(from) == cuts.end() ? Region::all_bytes.last : *std::next(from) - 1};
    const auto own = std::ranges::find_if(
        tried, [&](const Rule& rule) { return rule.region.bytes.contains(bytes.first); });
    const Rule* named = own != tried.end() ? &*own
                                           : table.match({.collective = job.collective,
                                                          .processes = job.processes,
                                                          .bytes = bytes.first,
                                                          .op = "sum"});
    if (named) append(job.rule(named->theirs, bytes), all);
  }
  return all;
}

}  // namespace

std::vector<AdviceQuestion> advice_questions(const std::vector<MeasuredCell>& cells, const Target& library,
                                             const Point& as, std::map<std::string, std::size_t>& excluded) {
  const Rules table = load_rules(library.table);
  std::vector<AdviceQuestion> found;
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    if (!cells[i].row.point.asks_library()) continue;
    const MeasuredCell& own = cells[i];
    const MeasuredCell& ran = cells[++i];  // as read_measured() has it
    if (ran.counterpart.choice.empty()) {
      ++excluded[ran.counterpart.why_none];
      continue;
    }
    const Choice choice = choose(ran.row.point.collective, ran.counterpart.choice).front();
    AdviceQuestion question{.measured = own.reference(), .ran = {}};
    question.ran = {name_of(table, ran.row.point), asked_of(ran.row.point, choice, as)};
    question.others = others_of(library, question.ran.point, as);
    found.push_back(std::move(question));
  }
  if (!found.empty()) return found;
  if (excluded.empty())
    throw Error(
        "no time is of the library's own choice; right would be files without ALGORITHM= before them");
  throw Error(
      fmt::format("nothing can be said of {} times: {}", excluded.begin()->second, excluded.begin()->first));
}

double AdvisedCell::error() const {
  return std::log(measured() / predicted());
}

Advice advise(const std::vector<AdviceQuestion>& questions, const OutcomeOf& outcome_of) {
  Advice advice;
  for (const AdviceQuestion& question : questions) {
    const auto& [measured, ran, others] = question;
    const Outcome answer = outcome_of(ran.point);
    const auto seconds = [time = measured.time](const Outcome& outcome) { return outcome.*time; };
    if (!answer.ok() || seconds(answer) <= 0) {
      ++advice.excluded["no prediction of " + label(ran.point)];
      continue;
    }
    advice.judged.push_back(question);
    AdvisedCell& cell = advice.cells.emplace_back(AdvisedCell{measured.judged_by({ran.point, answer})});
    cell.as = ran.theirs;
    cell.best_predicted = cell.predicted();
    for (const LibraryPoint& other : others)
      if (const Outcome its = outcome_of(other.point); its.ok() && seconds(its) < cell.best_predicted) {
        cell.best_predicted = seconds(its);
        cell.best = other;
      }
    cell.gain = 1 - cell.best_predicted / cell.predicted();
  }
  advice.errors = errors_of(std::vector<Judged>(advice.cells.begin(), advice.cells.end()));
  const std::vector<double> errors = ratio_errors(advice.cells);
  if (!errors.empty()) advice.ratio_error = std::exp(quantile(errors, promised_share));
  for (AdvisedCell& cell : advice.cells) weigh(cell, errors);
  return advice;
}

std::vector<Suspect> suspects(const Advice& advice, const Elasticities& elasticities) {
  const auto& [parameters, rows, values] = elasticities;
  std::vector<Suspect> found;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::vector<std::pair<double, double>> pairs;
    for (std::size_t cell = 0; cell < advice.cells.size(); ++cell)
      pairs.emplace_back(advice.cells[cell].error(), values[cell][i] ? values[cell][i]->elasticity : 0);
    const double logarithm = best_logarithm(pairs);
    std::vector<double> left;
    for (const auto& [error, elasticity] : pairs) left.push_back(error - elasticity * logarithm);
    if (logarithm != 0 && std::abs(logarithm) < std::log(widest_factor))
      found.push_back({parameters[i], std::exp(logarithm), errors_of(left).median});
  }
  std::ranges::stable_sort(found, {}, &Suspect::expected);
  return found;
}

Rules rules_to_try(const Advice& advice, const Target& library) {
  std::map<AdvisedJob, AdvisedJob::CellsBySize> jobs;
  for (const AdvisedCell& cell : advice.cells) {
    const Point& point = cell.question();
    jobs[{point.collective, point.processes}].emplace(point.bytes(), &cell);
  }
  const Rules table = load_rules(library.table);
  std::vector<Rule> rules;
  for (const auto& [job, cells] : jobs) {
    std::vector<Rule> tried =
        library.asks_bytes(job.collective) ? by_size(job, cells) : of_all_sizes(job, cells);
    if (tried.empty()) continue;
    if (library.library == Library::openmpi) tried = completed(job, tried, table);
    std::ranges::move(tried, std::back_inserter(rules));
  }
  return Rules(std::move(rules));
}

}  // namespace collsim
