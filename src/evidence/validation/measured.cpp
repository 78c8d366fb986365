#include "evidence/validation/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <set>
#include <utility>

#include "algorithms/facts/collective.hpp"
#include "backends/backend.hpp"
#include "lab/decisions/choices.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Times below are latencies of the software rather than of the network.
constexpr std::int64_t judged_from = 4096;
constexpr std::int64_t large_from = 65536;
constexpr std::size_t most_worst_measured = 5;
constexpr const char* with_more_ranks = "all with more ranks on a node than any job that calibrates";

std::string why_excluded(const MeasuredCell& cell) {
  if (cell.counterpart.choice.empty())
    return fmt::format("no counterpart: {} {}: {}", cell.counterpart.collective, cell.time.algorithm,
                       cell.counterpart.why_none);
  if (cell.calibrates) return "calibrates the platform";
  return "";
}

[[noreturn]] void refuse_unjudged(const std::vector<MeasuredCell>& cells) {
  const auto without =
      std::ranges::count_if(cells, [](const MeasuredCell& cell) { return cell.counterpart.choice.empty(); });
  const auto calibrate = std::ranges::count_if(
      cells, [](const MeasuredCell& cell) { return !cell.counterpart.choice.empty() && cell.calibrates; });
  const auto unknown =
      std::ranges::find_if(cells, [](const MeasuredCell& cell) { return !cell.counterpart.is_known; });
  throw Error(
      fmt::format("none of {} cells can be judged; without a counterpart: {}, calibrate the platform: {}, "
                  "algorithm chosen by the library: {}{}",
                  cells.size(), without, calibrate, std::ssize(cells) - without - calibrate,
                  unknown != cells.end() ? "; " + unknown->counterpart.why_none
                  : without + calibrate < std::ssize(cells)
                      ? "; right would be --mpi LIBRARY, whose own table says what ran"
                      : ""));
}

/// The data set's mark of algorithms that were not left to the library.
bool is_written_out(const std::string& algorithm) {
  return algorithm.find("_over") != std::string::npos;
}

std::string job_of(const Point& point) {
  return fmt::format("{} {} on {}", point.places.name(), point.collective, point.processes);
}

std::optional<AnswerGroup> group_by_job(const Point& point) {
  return AnswerGroup{.name = job_of(point)};
}

/// The jobs of all collectives with large vectors, the smallest first.
std::optional<AnswerGroup> group_of_large(const Point& point) {
  if (point.bytes() < large_from) return {};
  return AnswerGroup{point.processes, point.places.name()};
}

/// The groups of the questions that satisfy a condition.
template <class Condition>
GroupOf where(const Condition& belongs, GroupOf group) {
  return [belongs, group = std::move(group)](const Point& point) -> std::optional<AnswerGroup> {
    if (!belongs(point)) return {};
    return group(point);
  };
}

GroupOf all_as(const std::string& name) {
  return [name](const Point&) { return AnswerGroup{.name = name}; };
}

template <class T>
std::vector<T> joined(std::initializer_list<std::vector<T>> parts) {
  std::vector<T> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::string worst_table(const Judgement& judgement) {
  std::vector<Judged> simulated;
  std::ranges::copy_if(judgement.judged, std::back_inserter(simulated), [&](const Judged& each) {
    return is_judged(each.question(), judgement.by_block) && is_simulated(each.answer.point);
  });
  const std::vector<ColumnOf<Judged>> columns = {
      {{"job"}, [](const auto& each) { return job_of(each.question()); }},
      {{"algorithm"}, &Judged::as},
      {{"by"}, &Judged::by},
      {{"bytes", false}, [](const auto& each) { return human_bytes(each.question().bytes()); }},
      {{"measured", false}, [](const auto& each) { return human_seconds(each.reference.outcome.seconds); }},
      {{"predicted", false}, [](const auto& each) { return human_seconds(each.answer.outcome.seconds); }},
      {{"deviation", false}, [](const auto& each) { return deviation_text(each.deviation()); }}};
  return markdown(table_of(columns, worst_of(simulated, most_worst_measured, [](const Judged& each) {
                             return std::abs(
                                 std::log(each.answer.outcome.seconds / each.reference.outcome.seconds));
                           })));
}

}  // namespace

bool is_judged(const Point& point, bool by_block) {
  using enum Collective::Size;
  const Collective::Size size = collective(point.collective).size;
  const std::int64_t number = by_block && (size == blocks || size == varied) ? point.processes : 1;
  return point.bytes() / number >= judged_from || size == nothing;
}

GroupOf group_of_judged(bool by_block) {
  return where([by_block](const Point& point) { return is_judged(point, by_block); }, all_as("all"));
}

Scenario measured_scenario(const std::vector<MeasuredCell>& cells, const std::vector<std::string>& backends,
                           const std::vector<std::string>& networks) {
  Scenario scenario;
  scenario.name = scenario.title = scenario.file = "measured";
  scenario.document = nlohmann::json{{"title", "Measured and predicted"}}.dump();
  std::set<Point> asked;
  for (const auto& cell : cells) {
    if (!why_excluded(cell).empty() || cell.row.point.asks_library()) continue;
    Point point = cell.row.point;
    for (const auto& name : backends)
      for (const auto& network : networks) {
        point.backend = name;
        point.network = backend(point).network(network, scenario.platforms.of_point(point));
        point.schedule = backend(point).schedule(RunsAs::fibers);
        if (asked.insert(point).second) scenario.points.push_back(point);
      }
  }
  if (scenario.points.empty()) refuse_unjudged(cells);
  return scenario;
}

Judgement judge_measured(const std::vector<MeasuredCell>& cells, const std::vector<Row>& rows) {
  Judgement found;
  std::vector<Reference> references;
  for (const MeasuredCell& cell : cells) {
    found.by_block = found.by_block || cell.time.block;
    if (const std::string why = why_excluded(cell); !why.empty())
      ++found.excluded[why];
    else
      references.push_back(cell.reference());
  }
  // Of several implementations that ask the same, the one that says what ran comes first.
  std::stable_partition(references.begin(), references.end(),
                        [](const Reference& reference) { return is_written_out(reference.as); });
  std::vector<Row> answers;
  std::set<Point> answered;
  for (const Row& row : rows) {
    if (row.outcome.ok()) {
      answers.push_back(row);
      answered.insert(row.point.question());
    } else {
      ++found.excluded[row.outcome.status.text()];
    }
  }
  found.judged = joined(references, answers);
  for (const Reference& each : references)
    if (each.row.point.asks_library() || answered.contains(each.row.point.question()))
      found.references.push_back(each.row);
  return found;
}

int most_calibrated(const std::vector<MeasuredCell>& cells) {
  int most = 0;
  for (const auto& cell : cells)
    if (cell.calibrates && !cell.counterpart.choice.empty())
      most = std::max(most, cell.row.point.placement().most_on_a_node());
  return most;
}

std::string to_text(const Judgement& judgement, int calibrated, const std::string& title) {
  const auto& judged = judgement.judged;
  std::vector<Judged> written_out;
  std::ranges::copy_if(judged, std::back_inserter(written_out),
                       [](const Judged& each) { return is_written_out(each.as); });
  const auto is_large = [by_block = judgement.by_block](const Point& point) {
    return is_judged(point, by_block);
  };
  const auto is_small = [&](const Point& point) { return !is_large(point); };
  const auto is_denser = [&](const Point& point) {
    return calibrated > 0 && is_large(point) && point.placement().most_on_a_node() > calibrated;
  };
  const GroupOf all = group_of_judged(judgement.by_block), jobs = where(is_large, group_by_job),
                denser = where(is_denser, all_as(with_more_ranks)),
                small = where(is_small, all_as("all below 4 KiB"));
  const auto written =
      errors_by(written_out, where(is_large, all_as("all written over point-to-point messages")));
  std::string text = fmt::format("# Predicted and measured: {}\n\n", title);
  text += fmt::format("What is from 4 KiB on has the barriers, too, which have no size. Sizes are {}.\n\n",
                      judgement.by_block ? "those of a rank's block, where it has one" : "of whole vectors");
  text += "## |predicted / measured - 1| from 4 KiB on, in percent: median / 90th percentile / worst\n\n" +
          errors_table(joined({written, errors_by(judged, denser), errors_by(judged, all),
                               errors_by(judged, small), errors_by(judged, jobs)}),
                       "job");
  text += "\n## By collective, from 4 KiB on\n\n" +
          errors_table(errors_by(judged, where(is_large, group_by_collective)), "collective");
  text += "\n## From 64 KiB on, by job of all collectives\n\n" +
          errors_table(errors_by(judged, group_of_large), "job");
  text += "\n## By size\n\n" + errors_table(errors_by(judged, group_by_size), "bytes");
  text += "\n## By algorithm, from 4 KiB on\n\n" +
          errors_table(errors_by(judged, where(is_large, group_by_algorithm)), "algorithm");
  text += "\n## Choosing among the algorithms by predictions and as the library did, from 4 KiB on\n\n" +
          choices_table(joined({choices_by(judgement, all), choices_by(judgement, denser),
                                choices_by(judgement, small), choices_by(judgement, jobs)}));
  text += "\n## The worst cells, simulated\n\n" + worst_table(judgement);
  return text + excluded_text(judgement, "cells");
}

}  // namespace collsim
