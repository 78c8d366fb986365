#pragma once

#include <string>
#include <vector>

#include "cli/present.hpp"

namespace collsim {

/// A command line, and who answers what it asks.
struct Context {
  const CommandLine& arguments;
  std::vector<std::string> line;  ///< all of its words
  Setup setup;
  Compare compare = {};  ///< none in a program without publications

  Answer answer() const;
};

/// Where and how a command's scenario is answered: everything but what stops it.
RunSettings settings_of(const Context& context, const Scenario& scenario);

/// Answers the scenario here and presents it, or has a cluster answer it, or tells what that takes, as the flags say.
/// Returns the exit status.
int perform(const Context& context, Scenario& scenario, const Present& present = present_answers);

/// Becomes the program that judges answers, which takes the same command line. Throws Error where it is not built.
[[noreturn]] void hand_over(const std::vector<std::string>& line);

/// Throws Error for flags that have points answered elsewhere or not at all, where `why` a command cannot.
void refuse_elsewhere(const CommandLine& arguments, const std::string& why);

}  // namespace collsim
