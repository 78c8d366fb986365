#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "backends/backend.hpp"
#include "backends/smpi/facts.hpp"
#include "cli/calibrate.hpp"
#include "cli/context.hpp"
#include "cli/draw.hpp"
#include "cli/explain.hpp"
#include "cli/import.hpp"
#include "cli/map.hpp"
#include "cli/plugin.hpp"
#include "cli/present.hpp"
#include "cli/show.hpp"
#include "cli/slurm.hpp"
#include "cli/testbed.hpp"
#include "cli/timeline.hpp"
#include "cli/validate_measured.hpp"
#include "cli/validate_native.hpp"
#include "cli/validate_published.hpp"
#include "cli/whatif.hpp"
#include "report/report.hpp"
#include "rules/rules.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/version.hpp"
#include "support/human.hpp"
#include "validation/engines.hpp"
#include "validation/formula.hpp"

using namespace collsim;

namespace {

const std::string& operand(const Context& context, const char* what) {
  if (context.arguments.words.size() == 2) return context.arguments.words[1];
  throw Error(
      fmt::format("'{0}' takes one name; right would be collsim {0} {1}", context.arguments.words[0], what));
}

int list_command(const Context& context) {
  fmt::print("{}", list(operand(context, "algorithms|platforms|scenarios")));
  return 0;
}

int show_command(const Context& context) {
  fmt::print("{}", show(operand(context, "ALGORITHM|PLATFORM|SCENARIO")));
  return 0;
}

int run_scenario(const Context& context, const Present& present) {
  Scenario scenario = load_asked(context.arguments);
  if (context.arguments.native)
    return measure_on_slurm(context.arguments, results_folder(context.arguments, scenario.name));
  return collsim::perform(context, scenario, present);
}

int run_command(const Context& context) {
  return run_scenario(context, present_answers);
}

int map_command(const Context& context) {
  return run_scenario(context, present_map);
}

int expand_command(const Context& context) {
  const std::string& format = context.arguments.format;
  const std::vector<std::string> formats = {"table", "csv", "json"};
  if (std::find(formats.begin(), formats.end(), format) == formats.end())
    throw Error("unknown format '" + format + "'" + suggestion(format, formats));
  std::vector<Row> rows;
  for (auto& point : load_asked(context.arguments).points) rows.push_back({std::move(point)});
  if (format == "csv") fmt::print("{}", to_csv(rows, point_columns()));
  if (format == "json") fmt::print("{}\n", to_json(rows, point_columns()).dump(1));
  if (format == "table") fmt::print("{}", to_table(rows, point_columns()));
  return 0;
}

int validate_formulas(int jobs) {
  const Platform star = Platform::load("star");
  const std::vector<Point> points = formula_points();
  std::vector<Outcome> outcomes(points.size());
  watch_interrupts();
  answer(star, points, jobs, interrupted,
         [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
  if (interrupted()) return 130;
  const auto checks = check_formulas(points, outcomes, star_machine(star));
  fmt::print("{}", to_table(checks));
  return std::all_of(checks.begin(), checks.end(), [](const FormulaCheck& check) { return check.passed; })
             ? 0
             : 1;
}

int validate_engines(const Context& context) {
  Scenario scenario = load_asked(context.arguments);
  bool passed = true;
  const auto judge = [&](Scenario&, const std::vector<Row>& rows, const auto&) {
    const auto checks = check_engines(rows, known_misses());
    fmt::print("{}", to_table(checks));
    passed = std::all_of(checks.begin(), checks.end(), [](const auto& check) { return check.passed(); });
  };
  const int status = collsim::perform(context, scenario, judge);
  return status != 0 || passed ? status : 1;
}

int validate_published(const Context& context) {
  allow_flags(context.arguments, {"claims", "dry-run", "jobs", "nodes", "partition", "pending", "plugin",
                                  "results", "shard", "slurm", "time"});
  const Claims claims = asked_claims(context.arguments.claims);
  Scenario scenario = scenario_of(claims);
  return collsim::perform(context, scenario,
                          [&](Scenario&, const std::vector<Row>& rows, const auto& folder) {
                            present_scoreboard(claims, rows, folder);
                          });
}

/// Flags that one kind of validation alone has.
void check_own_flags(const CommandLine& arguments, const std::string& what) {
  for (const auto& [flag, own] : {std::pair{"calibration", "native"},
                                  {"cells", "measured"},
                                  {"claims", "published"},
                                  {"counterparts", "measured"},
                                  {"launch", "native"},
                                  {"testbed", "native"}})
    if (what != own && arguments.given.contains(flag))
      throw Error(
          fmt::format("--{} means nothing to 'validate {}'; right would be validate {}", flag, what, own));
}

int validate_command(const Context& context) {
  const auto& words = context.arguments.words;
  const bool measured = words.size() == 3 && words[1] == "measured";
  const std::string& what =
      measured ? words[1] : operand(context, "formula|engines|native|measured|published|SCENARIO");
  check_own_flags(context.arguments, what);
  if (what == "measured") return validate_measured(context);
  if (what == "published") return validate_published(context);
  if (what == "native") {
    refuse_elsewhere(context.arguments, "'validate native', which measures here");
    return validate_native(context);
  }
  if (what == "formula") {
    allow_flags(context.arguments, {"jobs", "plugin"});
    return validate_formulas(context.arguments.jobs);
  }
  if (what == "engines") return validate_engines(context);
  Scenario scenario = load_asked(context.arguments);
  if (scenario.published.empty())
    throw DocumentError(scenario.file, "",
                        "names no published table to compare with; right would be the key 'published'");
  return collsim::perform(context, scenario, present_answers);
}

int status_command(const Context& context) {
  fmt::print("{}", status(operand(context, "DIR")));
  return 0;
}

int check_rules_command(const Context& context) {
  const Rules rules = Rules::load(operand(context, "FILE.json"));
  fmt::print("{}", rules.table());
  for (const auto& warning : rules.warnings()) fmt::print("warning: {}\n", warning);
  return 0;
}

/// The point of --point among the scenario's.
Point asked_point(const Context& context) {
  const Scenario scenario = load_asked(context.arguments);
  const auto number = static_cast<std::size_t>(context.arguments.point);
  if (number < 1 || number > scenario.points.size())
    throw Error(
        fmt::format("{} needs a point; right would be --point 1 to {}, as collsim expand numbers them",
                    context.arguments.words.front(), scenario.points.size()));
  return scenario.points[number - 1];
}

int explain_command(const Context& context) {
  fmt::print("{}", explain(context.setup, asked_point(context), context.arguments.derivatives));
  return 0;
}

int timeline_command(const Context& context) {
  const std::string& out = context.arguments.out;
  fmt::print("{}", draw_timeline(context.setup, asked_point(context), out.empty() ? "timeline" : out));
  return 0;
}

int report_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.words.size() > 2)
    throw Error(
        "'report' takes one folder; right would be collsim report DIR, or collsim report for results");
  const std::string folder = arguments.words.size() == 2 ? arguments.words[1] : "results";
  const std::string file = arguments.out.empty() ? "report.html" : arguments.out;
  write_atomically(file, report_of(folder));
  fmt::print("Report: {}\n", file);
  return 0;
}

int draw_command(const Context& context) {
  const std::string picture = draw_rounds(context.arguments, operand(context, "ALGORITHM"), context.setup);
  if (context.arguments.out.empty())
    fmt::print("{}", picture);
  else
    write_atomically(context.arguments.out, picture);
  return 0;
}

struct Verb {
  const char* name;
  const char* usage;
  std::function<int(const Context&)> perform;
  std::set<std::string> flags;
};

/// Of commands that answer points: how many at a time, where, and who.
std::set<std::string> with_run_flags(std::set<std::string> flags) {
  flags.insert(
      {"jobs", "results", "plugin", "scenario", "shard", "pending", "slurm", "nodes", "partition", "time"});
  return flags;
}

const std::vector<Verb>& commands() {
  static const std::vector<Verb> all = {
      {"list", "list algorithms|platforms|scenarios", list_command, {"plugin"}},
      {"show", "show ALGORITHM|PLATFORM|SCENARIO", show_command, {"plugin"}},
      {"run", "run SCENARIO [-j N] [--shard K/N] [--slurm [--nodes N]] [--results DIR] [--dry-run]",
       run_command, with_run_flags({"dry-run", "native"})},
      {"map", "map [SCENARIO] [-j N] [--results DIR] [--dry-run]", map_command, with_run_flags({"dry-run"})},
      {"expand",
       "expand SCENARIO [--format table|csv|json]",
       expand_command,
       {"format", "plugin", "scenario"}},
      {"import",
       "import [ALGORITHM=]FILE... --machine NAME [--processes N] [--ppn N] [--out FILE.csv]",
       [](const Context& context) { return import_command(context.arguments); },
       {"machine", "out", "processes", "ppn"}},
      {"report", "report [DIR] [--out FILE.html]", report_command, {"out"}},
      {"validate", "validate formula|engines|native|measured MACHINE|published|SCENARIO [-j N]",
       validate_command,
       with_run_flags({"testbed", "launch", "calibration", "cells", "claims", "counterparts", "dry-run"})},
      {"status", "status DIR", status_command, {}},
      {"check-rules", "check-rules FILE.json", check_rules_command, {"plugin"}},
      {"testbed",
       "testbed up|down|status|run|platform FILE [--calibration FILE] [-- COMMAND ...]",
       [](const Context& context) { return testbed_command(context.arguments); },
       {"calibration"}},
      {"calibrate",
       "calibrate [FILE.csv|measured MACHINE] [--testbed FILE|--launch COMMAND] [--results DIR]",
       [](const Context& context) {
         const auto& words = context.arguments.words;
         return words.size() > 1 && words[1] == "measured" ? calibrate_measured(context)
                                                           : calibrate_command(context.arguments);
       },
       {"testbed", "launch", "results", "cells", "counterparts", "scenario", "jobs"}},
      {"draw",
       "draw ALGORITHM [--processes N] [--out FILE.svg]",
       draw_command,
       {"bytes", "count", "distribution", "in_place", "mapping", "op", "out", "platform", "plugin", "ppn",
        "processes", "root", "type"}},
      {"whatif",
       "whatif SCENARIO --set NAME=CHANGE ...|--until A=B --vary NAME[=FROM..TO]|--tornado [-j N] [--results "
       "DIR]",
       whatif_command, with_run_flags({"dry-run", "set", "tornado", "until", "vary", "factor"})},
      {"explain",
       "explain SCENARIO --point N [--derivatives]",
       explain_command,
       {"derivatives", "point", "plugin", "scenario"}},
      {"timeline",
       "timeline SCENARIO --point N [--out PREFIX]",
       timeline_command,
       {"out", "point", "plugin", "scenario"}},
  };
  return all;
}

std::string help() {
  std::string text = "collsim answers questions about collective algorithms on modeled machines.\n\n";
  for (const auto& each : commands()) text += fmt::format("  collsim {}\n", each.usage);
  std::set<std::string> flags;
  for (const auto& each : commands()) flags.insert(each.flags.begin(), each.flags.end());
  return text + "\n" + flags_help(flags);
}

int perform(int argc, char** argv) {
  const CommandLine arguments = parse_arguments(argc, argv);
  if (arguments.version) {
    fmt::print("collsim {}, SimGrid {}\n", collsim_version(), simgrid_version());
    return 0;
  }
  if (arguments.help) {
    fmt::print("{}", help());
    return 0;
  }
  std::vector<std::string> names;
  for (const auto& each : commands()) names.emplace_back(each.name);
  if (arguments.words.empty())
    throw Error("no command; right would be one of " + fmt::format("{}", fmt::join(names, ", ")));
  for (const auto& each : commands()) {
    if (each.name != arguments.words.front()) continue;
    allow_flags(arguments, each.flags);
    if (!arguments.program.empty() && arguments.words.front() != "testbed")
      throw Error("only 'testbed run' takes a command after --");
    std::vector<std::string> plugins = arguments.plugins;
    Setup setup;
    for (const Backend* backend : backends())
      if (backend->has_own_program()) setup.plugins[backend->name()] = take_plugins(plugins, backend->name());
    load_plugins(plugins, smpi_backend().name());
    return each.perform({arguments, shell_line(argc, argv), setup});
  }
  throw Error("unknown command '" + arguments.words.front() + "'" +
              suggestion(arguments.words.front(), names));
}

}  // namespace

/// Files that collsim opens must not take the numbers of closed standard streams.
static void open_standard_streams() {
  while (true) {
    const int file = open("/dev/null", O_RDWR);
    if (file > STDERR_FILENO || file < 0) {
      close(file);
      return;
    }
  }
}

int main(int argc, char** argv) {
  open_standard_streams();
  try {
    return perform(argc, argv);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "collsim: %s\n", error.what());  // where even this fails, the exit code still tells
    return 2;
  }
}
