#include "cli/expand.hpp"

#include <fmt/format.h>

#include "cli/shared_flags.hpp"
#include "cli/table_columns.hpp"

namespace collsim {
namespace {

int expand_command(const Context& context) {
  const std::string& format = asked_format(context.arguments, {"table", "csv", "json"});
  const std::string& asked = context.arguments.text(flags::columns);
  if (!asked.empty() && format != "table")
    throw Error("--columns means nothing beside --format " + format + ", which has all");
  std::vector<Row> rows;
  Scenario scenario = load_asked(context.arguments);
  tell_left_out(scenario);
  for (auto& point : scenario.points) rows.push_back({std::move(point)});
  if (format == "csv") fmt::print("{}", to_csv(rows, point_columns()));
  if (format == "json") fmt::print("{}", to_json_text(rows, point_columns()));
  if (format == "table") fmt::print("{}", to_table(rows, table_columns(rows, asked, point_columns())));
  return 0;
}

}  // namespace

Verb expand_verb() {
  return {"expand",
          "SCENARIO",
          "lists the points that a scenario asks, numbered",
          flags::with({flags::columns, flags::format, flags::plugin}, key_flags()),
          {"collsim expand quickstart", "collsim expand quickstart --bytes 1K --format csv"},
          expand_command};
}

}  // namespace collsim
