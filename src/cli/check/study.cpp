#include "cli/check/study.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "cli/shared_flags.hpp"
#include "cli/verbs.hpp"
#include "evidence/validation/studies.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

/// Whether --dry-run tells what a command takes. What is quick, or measures, has no forecast.
bool has_forecast(const std::string& command) {
  std::istringstream stream(command);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() < 3 || words[0] != "collsim" || !verb(words[1]).flag_names().contains("dry-run"))
    return false;
  constexpr std::array without = {"formula", "native", "repeated"};
  return words[1] != "validate" || std::ranges::find(without, words[2]) == without.end();
}

/// Shows each command before what it prints. Lines that name something for others are run in any case.
std::string script_of(const Study& study, bool dry_run) {
  std::string script = "status=0\n";
  for (std::string command : study.commands) {
    const bool names = command.find('=') < command.find(' ');
    if (dry_run && has_forecast(command)) command += " --dry-run";
    script += fmt::format("cat <<'END'\n$ {}\nEND\n", command);
    if (!dry_run || names || command.ends_with(" --dry-run")) script += command + " || status=$?\n";
  }
  return script + "exit $status\n";
}

}  // namespace

int study_command(const Context& context) {
  const Study study = load_study(context.arguments.words[1]);
  fmt::print("{}\n{}\nPage: {}\n", study.title, study.question, study.page.string());
  std::fflush(stdout);
  const char* path = std::getenv("PATH");
  const std::string programs = program_beside("collsim").parent_path().string();
  watch_interrupts();
  const int status =
      run_openly({.words = {"sh", "-c", script_of(study, context.arguments.has(flags::dry_run))},
                  .environment = {{"PATH", programs + ":" + (path ? path : "/usr/bin:/bin")}}},
                 interrupted);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 130;
}

}  // namespace collsim
