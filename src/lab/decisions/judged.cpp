#include "lab/decisions/judged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "support/human.hpp"
#include "support/quantile.hpp"
#include "support/text_table.hpp"

namespace collsim {

double deviation_of(double answer, double reference) {
  if (answer == reference) return 0;
  return reference == 0 ? std::numeric_limits<double>::infinity() : answer / reference - 1;
}

RegretSummary summary_of(const std::vector<double>& regrets) {
  if (regrets.empty()) return {};
  const Errors sizes = errors_of(regrets);
  return {.calls = regrets.size(),
          .mean = std::accumulate(regrets.begin(), regrets.end(), 0.0) / static_cast<double>(regrets.size()),
          .ninetieth = sizes.ninetieth,
          .worst = sizes.worst,
          .worst_at = static_cast<std::size_t>(std::ranges::max_element(regrets) - regrets.begin())};
}

std::string deviation_text(double deviation) {
  return std::isnan(deviation) ? "-" : fmt::format("{:+.1f} %", 100 * deviation);
}

std::string Judged::by() const {
  return backend_label(answer.point.backend, answer.point.network, true);
}

bool Judged::within_noise() const {
  const RealInterval noise = reference.outcome.noise();
  return noise.low <= answer.outcome.seconds && answer.outcome.seconds <= noise.high;
}

Judged Reference::judged_by(Row answer) const {
  answer.outcome.seconds = answer.outcome.*time;
  return {row, std::move(answer), as};
}

std::vector<Judged> joined(const std::vector<Reference>& references, const std::vector<Row>& answers) {
  std::map<Point, std::vector<const Row*>> by_question;
  for (const Row& answer : answers) by_question[answer.point.question()].push_back(&answer);
  std::vector<Judged> found;
  for (const Reference& each : references)
    if (const auto its = by_question.find(each.row.point.question()); its != by_question.end())
      for (const Row* answer : its->second) found.push_back(each.judged_by(*answer));
  return found;
}

Errors errors_of(const std::vector<double>& deviations) {
  Errors errors;
  std::vector<double> sizes;
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const double size = std::abs(deviations[i]);
    if (std::isnan(size)) continue;
    if (sizes.empty() || size >= errors.worst) errors.worst = size, errors.worst_at = i;
    sizes.push_back(size);
  }
  errors.points = sizes.size();
  if (sizes.empty()) return errors;
  std::ranges::sort(sizes);
  errors.median = quantile(sizes, 0.5);
  errors.ninetieth = quantile(sizes, 0.9);
  return errors;
}

Errors errors_of(const std::vector<Judged>& judged) {
  std::vector<double> deviations;
  for (const Judged& each : judged) deviations.push_back(each.deviation());
  return errors_of(deviations);
}

std::optional<AnswerGroup> group_by_size(const Point& point) {
  return AnswerGroup{point.bytes(), human_bytes(point.bytes())};
}

std::optional<AnswerGroup> group_by_collective(const Point& point) {
  return AnswerGroup{.name = point.collective};
}

std::optional<AnswerGroup> group_by_size_and_collective(const Point& point) {
  return AnswerGroup{point.bytes(), human_bytes(point.bytes()) + ", " + point.collective};
}

std::optional<AnswerGroup> group_by_algorithm(const Point& point) {
  return AnswerGroup{.name = point.collective + "/" + label(point)};
}

std::vector<GroupErrors> errors_by(const std::vector<Judged>& judged, const GroupOf& group) {
  std::map<std::pair<AnswerGroup, std::string>, std::vector<double>> deviations;
  for (const Judged& each : judged)
    if (const auto its = group(each.question())) deviations[{*its, each.by()}].push_back(each.deviation());
  std::vector<GroupErrors> errors;
  for (const auto& [where, found] : deviations)
    errors.push_back({where.first, where.second, errors_of(found)});
  return errors;
}

std::string errors_table(const std::vector<GroupErrors>& errors, const std::string& what) {
  std::vector<std::string> columns = {what, "points"};
  for (const GroupErrors& each : errors)
    if (std::ranges::find(columns, each.by) == columns.end()) columns.push_back(each.by);
  TextTable table{.headings = {}, .lines = {}};
  for (const std::string& name : columns) table.headings.push_back({name, name == what});
  for (const GroupErrors& each : errors) {
    if (table.lines.empty() || table.lines.back().front() != each.of.name) {
      table.lines.push_back({each.of.name, std::to_string(each.errors.points)});
      table.lines.back().resize(columns.size(), "-");
    }
    const auto column = std::ranges::find(columns, each.by) - columns.begin();
    table.lines.back()[static_cast<std::size_t>(column)] =
        fmt::format("{:.1f} / {:.1f} / {:.1f}", 100 * each.errors.median, 100 * each.errors.ninetieth,
                    100 * each.errors.worst);
  }
  return markdown(table);
}

std::vector<Judged> worst_of(std::vector<Judged> judged, std::size_t most,
                             const std::function<double(const Judged&)>& miss) {
  std::ranges::stable_sort(judged, std::ranges::greater(), miss);
  judged.resize(std::min(judged.size(), most));
  return judged;
}

std::string excluded_text(const Judgement& judgement, const std::string& rows) {
  std::string text;
  for (const auto& [why, number] : judgement.excluded)
    text += fmt::format("* {} {}: {}\n", number, rows, why);
  return text.empty() ? "" : "\n## Not judged\n\n" + text;
}

Cells to_cells(const Judgement& judgement) {
  Cells cells{.names = {"job", "collective", "algorithm", "measured_as", "by", "p", "bytes", "measured",
                        "low", "high", "predicted", "deviation"},
              .lines = {}};
  for (const Judged& each : judgement.judged) {
    const auto& [point, outcome] = each.reference;
    const RealInterval noise = outcome.noise();
    cells.lines.push_back({point.places.name(), point.collective, label(point), each.as, each.by(),
                           std::int64_t{point.processes}, point.bytes(), outcome.seconds, noise.low,
                           noise.high, each.answer.outcome.seconds, each.deviation()});
  }
  return cells;
}

}  // namespace collsim
