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

  Answer answer() const;
};

/// The settings say where and how a command's scenario is answered: everything but what stops it. open_modules() comes first.
RunSettings settings_of(const Context& context, const Scenario& scenario);

/// What presenting a scenario asks beside its points, a line for people or none. Forecasts end with it.
using AsksBesides = std::function<std::string(Scenario&)>;

/// Answers the scenario here and presents it, or has a cluster answer it, or tells what that takes, as the flags say.
/// Returns the exit status.
int perform(const Context& context, Scenario& scenario, const Present& present = present_answers(),
            const AsksBesides& besides = {});

/// Opens what the points' backends ask for, such as SimGrid's MPI, which takes longer to load than many a command takes. Throws Error
/// where it is not built.
void open_modules(const std::vector<Point>& points);

/// The point of --point among the scenario's, with the module open that it asks for. Throws Error.
Point asked_point(const Context& context);

/// Throws Error for flags that have points answered elsewhere or not at all, where `why` a command cannot.
void refuse_elsewhere(const CommandLine& arguments, const std::string& why);

}  // namespace collsim
