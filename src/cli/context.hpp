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

/// The settings say where and how a command's scenario is answered: everything but what stops it. find_simulator() comes first.
RunSettings settings_of(const Context& context, const Scenario& scenario);

/// What presenting a scenario asks beside its points, a line for people or none. Forecasts end with it.
using AsksBesides = std::function<std::string(Scenario&)>;

/// Answers the scenario here and presents it, or has a cluster answer it, or tells what that takes, as the flags say.
/// Returns the exit status.
int perform(const Context& context, Scenario& scenario, const Present& present = present_answers(),
            const AsksBesides& besides = {});

/// Becomes another of collsim's programs, which takes the same command line: `collcheck` judges answers, `collsmpi` has
/// SimGrid's MPI. Throws Error where it is not built.
[[noreturn]] void hand_over(const std::vector<std::string>& line, const std::string& program);
/// Becomes collsmpi where one of the points is for SimGrid's MPI and this program has none.
void find_simulator(const std::vector<std::string>& line, const std::vector<Point>& points);

/// Throws Error for flags that have points answered elsewhere or not at all, where `why` a command cannot.
void refuse_elsewhere(const CommandLine& arguments, const std::string& why);

}  // namespace collsim
