#include "cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "backends/simgrid_version.hpp"
#include "cli/help.hpp"
#include "cli/map.hpp"
#include "cli/plugin.hpp"
#include "cli/robust.hpp"
#include "cli/slurm.hpp"
#include "cli/verbs.hpp"
#include "decisions/winner_map.hpp"
#include "scenarios/version.hpp"
#include "support/error.hpp"
#include "support/reason.hpp"
#include "support/terminal.hpp"

namespace collsim {
namespace {

int run_scenario(const Context& context, const Present& present, const AsksBesides& besides) {
  Scenario scenario = load_asked(context.arguments);
  if (context.arguments.native)
    return measure_on_slurm(context.arguments, results_folder(context.arguments, scenario.name));
  return perform(context, scenario, present, besides);
}

Setup setup_of(const CommandLine& arguments) {
  load_plugins(arguments.plugins);
  return {.plugins = arguments.plugins};
}

bool asks_for_help(const CommandLine& arguments) {
  return arguments.help || (!arguments.words.empty() && arguments.words.front() == "help");
}

/// Gives help on the command that the words begin with, `help` left aside; of all if there is none.
std::string help_on(std::vector<std::string> words, bool man) {
  if (!words.empty() && words.front() == "help") {
    if (words.size() > 2) throw Error("'help' takes one command; right would be collsim help COMMAND");
    words.erase(words.begin());
  }
  if (words.empty()) return man ? man_page() : help();
  const Verb& asked = verb(words.front());
  return man ? man_page(asked) : help(asked, "collsim " + asked.name);
}

int dispatch(int argc, char** argv, const Performers& performers) {
  const CommandLine arguments = parse_arguments(argc, argv);
  if (arguments.version) {
    fmt::print("collsim {}, SimGrid {}\n", collsim_version(), simgrid_version());
    return 0;
  }
  if (asks_for_help(arguments)) {
    fmt::print("{}", help_on(arguments.words, arguments.man));
    return 0;
  }
  const Verb& asked = verb(arguments.words.empty() ? "" : arguments.words.front());
  check_flags(arguments, asked);
  if (!arguments.program.empty() && asked.operands.find("-- ") == std::string::npos)
    throw Error("only 'testbed run' takes a command after --");
  const Context context = {arguments, {argv, argv + argc}, setup_of(arguments)};
  const auto here = performers.find(asked.name);
  return here == performers.end() ? judge(context) : here->second(context);
}

/// What cannot be printed any more fmt complains of, without a remedy, as soon as it is more than a buffer holds.
int dispatch_printing(int argc, char** argv, const Performers& performers) {
  try {
    return dispatch(argc, argv, performers);
  } catch (const std::system_error& error) {
    errno = error.code().value();
    if (std::ferror(stdout) != 0) check_output();
    throw;
  }
}

/// Files that collsim opens must not take the numbers of closed standard streams.
void open_standard_streams() {
  while (true) {
    const int file = open("/dev/null", O_RDWR);
    if (file > STDERR_FILENO || file < 0) {
      close(file);
      return;
    }
  }
}

}  // namespace

int run_command(const Context& context) {
  const std::string& shown = context.arguments.columns;
  const Present alone = present_answers(shown);  // complains now
  return run_scenario(
      context,
      with_robustness(
          context,
          [&](auto& scenario, const auto& rows, const auto& folder, const Dependences& dependences) {
            (dependences.empty() ? alone : present_answers(shown, dependences))(scenario, rows, folder);
          }),
      forecast_of_ranges(context));
}

int map_command(const Context& context) {
  Scenario scenario = load_asked(context.arguments);
  std::vector<Row> rows;
  for (const Point& point : scenario.points) rows.push_back({point});
  winner_maps(rows);  // complains now
  return perform(context, scenario, with_robustness(context, present_map), forecast_of_ranges(context));
}

const std::string& operand(const Context& context, const char* what) {
  if (context.arguments.words.size() == 2) return context.arguments.words[1];
  throw Error(
      fmt::format("'{0}' takes one name; right would be collsim {0} {1}", context.arguments.words[0], what));
}

int run_program(int argc, char** argv, const Performers& performers) {
  open_standard_streams();
  try {
    const int status = dispatch_printing(argc, argv, performers);
    check_output();
    return status;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s %s\n", red("collsim:").c_str(),
                 in_a_line(error).c_str());  // where even this fails, the exit code still tells
    return 2;
  }
}

}  // namespace collsim
