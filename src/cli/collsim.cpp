#include "cli/collsim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/completion.hpp"
#include "cli/draw.hpp"
#include "cli/explain.hpp"
#include "cli/explore.hpp"
#include "cli/imbalance.hpp"
#include "cli/order.hpp"
#include "cli/platform.hpp"
#include "cli/program.hpp"
#include "cli/regret.hpp"
#include "cli/show.hpp"
#include "cli/slurm.hpp"
#include "cli/switch.hpp"
#include "cli/table_columns.hpp"
#include "cli/timeline.hpp"
#include "cli/tune.hpp"
#include "cli/whatif.hpp"
#include "rules/libraries/formats.hpp"
#include "scenarios/atomically.hpp"

namespace collsim {
namespace {

int list_command(const Context& context) {
  fmt::print("{}",
             list(operand(context, "algorithms|platforms|scenarios|claims"), context.arguments.columns));
  return 0;
}

int show_command(const Context& context) {
  fmt::print("{}", show(operand(context, "ALGORITHM|PLATFORM|SCENARIO")));
  return 0;
}

/// The value of --format, one of those that the command has.
const std::string& asked_format(const Context& context, const std::vector<std::string>& formats) {
  const std::string& format = context.arguments.format;
  if (std::ranges::find(formats, format) != formats.end()) return format;
  throw Error("unknown format '" + format + "'" + suggestion(format, formats));
}

int expand_command(const Context& context) {
  const std::string& format = asked_format(context, {"table", "csv", "json"});
  const std::string& asked = context.arguments.columns;
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

int status_command(const Context& context) {
  fmt::print("{}", status(operand(context, "DIR")));
  return 0;
}

int check_rules_command(const Context& context) {
  const Rules rules = load_own_rules(operand(context, "FILE"));
  if (!rules.source().empty()) fmt::print("{}\n", rules.source());
  constexpr std::size_t many = 60;  // more than a person reads
  if (rules.all().size() <= many || !context.arguments.columns.empty())
    fmt::print("{}", rules.table());
  else
    fmt::print("{}{} rules; --columns all shows each.\n", rules.summary(), rules.all().size());
  for (const auto& warning : rules.warnings()) fmt::print("warning: {}\n", warning);
  return 0;
}

/// The point of --point among the scenario's.
Point asked_point(const Context& context) {
  const Scenario scenario = load_asked(context.arguments);
  const auto number = static_cast<std::size_t>(context.arguments.point);
  if (number < 1 || number > scenario.points.size())
    throw Error(fmt::format(
        "{}; right would be --point 1 to {}, as collsim expand numbers them",
        context.arguments.given.contains("point")
            ? fmt::format("{} has no point {}", context.arguments.words[1], context.arguments.point)
            : context.arguments.words.front() + " needs a point",
        scenario.points.size()));
  open_modules({scenario.points[number - 1]});
  return scenario.points[number - 1];
}

int explain_command(const Context& context) {
  if (asked_format(context, {"table", "json"}) == "json") {
    if (context.arguments.derivatives) throw Error("--derivatives means nothing beside --format json");
    fmt::print("{}", explain_as_json(context.setup, asked_point(context)));
    return 0;
  }
  fmt::print("{}", explain(context.setup, asked_point(context), context.arguments.derivatives));
  return 0;
}

/// The picture's own ending does not belong to the names of the trace and of the picture of the links beside it.
int timeline_command(const Context& context) {
  std::filesystem::path prefix = context.arguments.out.empty() ? "timeline" : context.arguments.out;
  if (prefix.extension() == ".svg") prefix.replace_extension();
  fmt::print("{}", draw_timeline(context.setup, asked_point(context), prefix.string()));
  return 0;
}

int run_here_or_measured(const Context& context) {
  for (const char* flag : {"launch", "launches", "testbed"})
    if (context.arguments.given.contains(flag)) return judge(context);
  return run_command(context);
}

int draw_command(const Context& context) {
  const std::string picture = draw_rounds(context.arguments, operand(context, "ALGORITHM"), context.setup);
  if (context.arguments.out.empty()) {
    fmt::print("{}", picture);
  } else {
    write_atomically(context.arguments.out, picture);
    fmt::print("Picture: {}\n", context.arguments.out);
  }
  return 0;
}

}  // namespace

int run_collsim(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"check-rules", check_rules_command},
                      {"completion", completion_command},
                      {"draw", draw_command},
                      {"expand", expand_command},
                      {"explain", explain_command},
                      {"explore", explore_command},
                      {"imbalance", imbalance_command},
                      {"list", list_command},
                      {"map", map_command},
                      {"order", order_command},
                      {"platform", platform_command},
                      {"regret", regret_command},
                      {"tune", tune_command},
                      {"explain-rule", explain_rule_command},
                      {"run", run_here_or_measured},
                      {"show", show_command},
                      {"status", status_command},
                      {"switch", switch_command},
                      {"timeline", timeline_command},
                      {"whatif", whatif_command}});
}

}  // namespace collsim
