#include "cli/check/calibrate_node.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "cli/check/calibrate.hpp"
#include "cli/check/testbed.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/calibration/node.hpp"
#include "figures/plots/figure.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/site/facts.hpp"
#include "support/human.hpp"
#include "support/quantile.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Where the rows are, and what hwloc says of the node.
struct NodeRows {
  int status = 0;  ///< of the launch that measured them
  std::filesystem::path csv, lstopo;
};

NodeRows rows_of(const CommandLine& arguments, const std::filesystem::path& folder) {
  if (arguments.words.size() == 3) {
    if (arguments.text(flags::lstopo).empty())
      throw Error("rows alone do not tell the node's cores; right would be --lstopo FILE, too");
    return {.csv = arguments.words[2], .lstopo = arguments.text(flags::lstopo)};
  }
  const int status = launch_collrun(arguments, {"node", "--results", folder.string()});
  constexpr int has_said_why = 2;
  if (status != 0 && status != has_said_why && !interrupted())
    throw Error(ended_early(arguments, status, "two ranks or more"));
  return {.status = status, .csv = folder / "node.csv", .lstopo = folder / "lstopo.xml"};
}

/// Median and largest deviation of each pattern of each level.
std::string residual_table(const std::vector<LevelResidual>& residuals) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> by_pattern;
  for (const auto& [measured, fitted] : residuals)
    by_pattern[{measured.level, measured.time.pattern}].push_back(
        deviation_of(fitted, measured.time.seconds));
  using Line = decltype(by_pattern)::value_type;
  const std::vector<ColumnOf<Line>> columns = {
      {{"level"}, [](const Line& line) { return line.first.first; }},
      {{"pattern"}, [](const Line& line) { return line.first.second; }},
      {{"times", false}, [](const Line& line) { return std::to_string(line.second.size()); }},
      {{"median deviation", false}, [](const Line& line) { return deviation_text(median(line.second)); }},
      {{"largest", false},
       [](const Line& line) { return deviation_text(line.second[errors_of(line.second).worst_at]); }}};
  return aligned(table_of(columns, by_pattern));
}

std::vector<FittedPattern> fitted_patterns(const std::vector<LevelResidual>& residuals) {
  std::vector<FittedPattern> found;
  for (const LevelResidual& each : residuals)
    if (each.measured.time.bytes != 0)
      found.push_back(
          {each.measured.level + " " + each.measured.time.pattern, each.measured.time, each.fitted});
  return found;
}

}  // namespace

int calibrate_node(const CommandLine& arguments) {
  const std::filesystem::path folder =
      arguments.text(flags::results).empty() ? calibration_folder : arguments.text(flags::results);
  const NodeRows rows = rows_of(arguments, folder);
  if (rows.status != 0) return rows.status;
  const auto measured = read_level_times(rows.csv);
  const auto times = certain(measured);
  if (times.size() < measured.size())
    fmt::print(
        "{} of {} times varied too much and are left out; right would be a machine that does nothing else\n",
        measured.size() - times.size(), measured.size());
  const NodeFacts node = read_lstopo(rows.lstopo);
  const std::string from = rows.csv.filename().string();
  const std::string file = (folder / "node.xml").string();
  write_atomically(file, platform_xml({.name = "node",
                                       .nodes = 1,
                                       .lstopo = rows.lstopo.string(),
                                       .level_times = level_times(times, node, from),
                                       .measured = work_numbers(times, node, from)}));
  const auto found = residuals(Platform::load(file), times);
  fmt::print("{}Platform: {}\n", residual_table(found), file);
  for (const auto& picture :
       draw_rows("time_over_bytes", fitted_rows(fitted_patterns(found)), rows.csv.string(),
                 (folder / "node").string(), "How well does the fit (model) meet messages within a node?"))
    fmt::print("Picture: {}\n", picture);
  return 0;
}

}  // namespace collsim
