#include "cli/check/testbed.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "cli/present.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/calibration/platform_xml.hpp"
#include "support/process.hpp"
#include "testbed/launch.hpp"
#include "testbed/namespaces.hpp"

namespace collsim {
namespace {

/// The exit code as a shell tells it.
int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A program collrun means the one that was built beside collsim.
std::vector<std::string> located(std::vector<std::string> program) {
  if (program.front() == "collrun") program.front() = program_beside("collrun").string();
  return program;
}

/// On a testbed it would end without a word.
void check_program(const std::string& name) {
  if (!run({.words = {"sh", "-c", R"(command -v -- "$0")", name}}).failure.empty())
    throw Error(name + ": there is no such program; right would be one in PATH, or a file");
}

int run_on(const Testbed& testbed, const std::vector<std::string>& program,
           const std::function<bool()>& stop = interrupted) {
  watch_interrupts();
  const TestbedUp up(testbed, interrupted);
  return exit_code(run_openly(mpirun_on(testbed, located(program)), stop));
}

}  // namespace

std::vector<std::string> split_words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

int testbed_command(const CommandLine& arguments) {
  const std::string& action = arguments.words[1];
  const Testbed testbed = Testbed::load(arguments.words[2]);
  if (action == "run") {
    const auto program = located(arguments.program);
    check_program(program.front());
    return run_on(testbed, program);
  }
  if (action == "platform") {
    if (arguments.text(flags::calibration).empty())
      throw Error(
          "a platform needs rates; right would be --calibration FILE, as collsim calibrate writes it");
    fmt::print("{}", platform_xml(testbed, load_calibration(arguments.text(flags::calibration))));
    return 0;
  }
  if (action == "placement") {
    fmt::print("{}", placement_csv(testbed));
    return 0;
  }
  if (action == "up") {
    watch_interrupts();
    bring_up(testbed, interrupted);
  }
  if (action == "down" && !take_down(testbed)) fmt::print("There was nothing of testbed {}.\n", testbed.name);
  if (action != "down") fmt::print("{}", status_table(testbed));
  return 0;
}

std::string ended_early(const CommandLine& arguments, int status, const std::string& ranks) {
  const std::string line = arguments.text(flags::testbed).empty()
                               ? arguments.text(flags::launch)
                               : "mpirun on testbed " + arguments.text(flags::testbed);
  return fmt::format(
      "{} ended with code {} before it measured anything; right would be a launch of {} that works here",
      line, status, ranks);
}

int launch_collrun(const CommandLine& arguments, const std::vector<std::string>& asked, double most_seconds,
                   const std::map<std::string, std::string>& environment) {
  if (arguments.text(flags::testbed).empty() == arguments.text(flags::launch).empty())
    throw Error(
        "where to measure is told by --testbed FILE or --launch 'srun -n 8'; right would be one of them");
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto stop = [&] {
    return interrupted() || std::chrono::duration<double>(Clock::now() - begin).count() > most_seconds;
  };
  std::vector<std::string> words = split_words(arguments.text(flags::launch));
  if (arguments.text(flags::testbed).empty() && words.empty())
    throw Error("--launch is empty; right would be a command such as 'srun -n 8'");
  std::filesystem::path collrun = "collrun";
  // The command may end in the collrun of another MPI.
  if (words.size() > 1 &&
      std::filesystem::path(words.back()).filename().string().starts_with(collrun.string())) {
    collrun = words.back();
    words.pop_back();
  }
  if (!collrun.has_parent_path()) collrun = program_beside(collrun.string());
  std::vector<std::string> program = {"env", fmt::format("{}=1", caller_tells)};
  for (const auto& [name, value] : environment) program.push_back(name + "=" + value);
  program.push_back(program_at(collrun).string());
  program.insert(program.end(), asked.begin(), asked.end());
  if (!arguments.text(flags::testbed).empty())
    return run_on(Testbed::load(arguments.text(flags::testbed)), program, stop);
  words.insert(words.end(), program.begin(), program.end());
  watch_interrupts();
  return exit_code(run_openly({.words = words}, stop));
}

}  // namespace collsim
