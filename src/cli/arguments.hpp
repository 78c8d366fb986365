#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/scenarios/scenario.hpp"

namespace collsim {

struct Flag;

/// A command line, understood.
struct CommandLine {
  std::vector<std::string> words;     ///< the command and its operands
  std::vector<std::string> program;   ///< what follows --
  std::set<std::string> given;        ///< the long names of the flags that were given
  Flags scenario;                     ///< flags that override a scenario
  std::vector<std::string> question;  ///< the others, as given, that say what is answered: not where or how
  std::map<std::string, std::vector<std::string>>
      values;  ///< of those that override nothing, by their long names

  bool has(const Flag& flag) const;
  /// The value that was given, else the one that the flag has otherwise. A number is at least 1.
  const std::string& text(const Flag& flag) const;
  int number(const Flag& flag) const;
  /// The number that was given; nothing where the flag was not.
  std::optional<int> number_if_given(const Flag& flag) const;
  /// All values of a flag that may be given several times.
  std::vector<std::string> texts(const Flag& flag) const;
};

/// `known`: all flags that there are, whichever the command takes. Throws Error with the nearest flags.
CommandLine parse_arguments(int argc, const char* const* argv, const std::vector<Flag>& known);

/// Throws Error unless the long names of all flags given are among `allowed`.
void allow_flags(const CommandLine& arguments, const std::set<std::string>& allowed);

/// The operand of a command that takes one. Throws Error unless there is one; `what` it would be.
const std::string& operand(const CommandLine& arguments, const char* what);

/// The value of --format. Throws Error unless it is one of those that the command has.
const std::string& asked_format(const CommandLine& arguments, const std::vector<std::string>& formats);

/// Seconds of --pace; 0: as at first. Throws Error for what is neither.
double usual_pace(const std::string& pace);

/// The command line as a shell takes it.
std::string shell_line(int argc, const char* const* argv);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace collsim
