#include "cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "backends/simgrid_version.hpp"
#include "cli/help.hpp"
#include "cli/plugin.hpp"
#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "cli/verbs.hpp"
#include "lab/scenarios/version.hpp"
#include "support/error.hpp"
#include "support/reason.hpp"
#include "support/terminal.hpp"

namespace collsim {
namespace {

Setup setup_of(const CommandLine& arguments) {
  load_plugins(arguments.texts(flags::plugin));
  return {.plugins = arguments.texts(flags::plugin)};
}

bool asks_for_help(const CommandLine& arguments) {
  return arguments.has(flags::help) || (!arguments.words.empty() && arguments.words.front() == "help");
}

/// Gives help on the command that the words begin with, `help` left aside; of all if there is none.
std::string help_on(std::vector<std::string> words, bool man) {
  if (!words.empty() && words.front() == "help") {
    if (words.size() > 2) throw Error("'help' takes one command; right would be collsim help COMMAND");
    words.erase(words.begin());
  }
  if (words.empty()) return man ? man_page(verbs()) : help(verbs());
  const Verb& asked = verb(words.front());
  return man ? man_page(asked) : help(asked, "collsim " + asked.name);
}

int dispatch(int argc, char** argv) {
  const CommandLine arguments = parse_arguments(argc, argv, all_flags());
  if (arguments.has(flags::version)) {
    fmt::print("collsim {}, SimGrid {}\n", collsim_version(), simgrid_version());
    return 0;
  }
  if (asks_for_help(arguments)) {
    fmt::print("{}", help_on(arguments.words, arguments.has(flags::man)));
    return 0;
  }
  const Verb& asked = verb(arguments.words.empty() ? "" : arguments.words.front());
  check_flags(arguments, asked);
  if (!arguments.program.empty() && asked.operands.find("-- ") == std::string::npos)
    throw Error("only 'testbed run' takes a command after --");
  const Context context = {arguments, {argv, argv + argc}, setup_of(arguments)};
  return asked.perform(context);
}

/// What cannot be printed any more fmt complains of, without a remedy, as soon as it is more than a buffer holds.
int dispatch_printing(int argc, char** argv) {
  try {
    return dispatch(argc, argv);
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

int run_collsim(int argc, char** argv) {
  open_standard_streams();
  try {
    const int status = dispatch_printing(argc, argv);
    check_output();
    return status;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    const bool stopped = interrupted();  // as was what it ran, such as gnuplot
    std::fprintf(stderr, "%s %s\n", red(stopped ? "Stopped:" : "collsim:").c_str(),
                 in_a_line(error).c_str());  // where even this fails, the exit code still tells
    return stopped ? 130 : 2;
  }
}

}  // namespace collsim
