#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "lab/decisions/robust.hpp"
#include "lab/scenarios/runner.hpp"

namespace collsim {

/// Environment variable of a collrun whose caller tells how to go on after an interruption.
inline constexpr const char* caller_tells = "COLLSIM_CALLER_TELLS";

/// The scenario that the command's first operand names, with the flags applied. The command `map` may go without one, and `run` and
/// `whatif` where flags name a platform and a collective: it has the cells of scenario_of_cells() then, and all algorithms. Figures and tables that it names but that do not exist are a
/// DocumentError now rather than after its simulations.
Scenario load_asked(const CommandLine& arguments);

/// Tells a person what a scenario leaves out because it does not fit.
void tell_left_out(const Scenario& scenario);

/// The folder for its answers: --results, or results/NAME.
std::filesystem::path results_folder(const CommandLine& arguments, const std::string& name);

/// Pictures have these sources below them: a line for each platform that does not measure, and one for published numbers.
std::string sources_of(Scenario& scenario);

/// Has SIGINT, SIGTERM and SIGHUP noted from now on instead of ending the program; a second one ends it.
void watch_interrupts();
bool interrupted();

/// Throws Error where what was printed could not be written, which otherwise nobody hears of at the end of a program.
void check_output();

/// Tells a person what the answers say; may write files into the folder.
using Present = std::function<void(Scenario&, const std::vector<Row>&, const std::filesystem::path& folder)>;

/// How answers are compared with the table that a scenario names.
struct Compare {
  /// Looks at the table before anything is answered. Throws Error where it is wrong.
  std::function<void(const Scenario&)> check = {};
  /// Returns the file of cells that figures show, if any.
  std::function<std::string(const Scenario&, const std::vector<Row>&, const std::filesystem::path& folder)>
      cells = {};
};

/// Prints the rows, with the columns that table_columns() has for `asked_columns`, or where they are many and nobody asked for
/// columns the fastest algorithm by size; and beside the fastest on which numbers it depends.
Present present_answers(const std::string& asked_columns = {}, const Dependences& dependences = {});

/// Runs the scenario until done or interrupted, presents the answers, compares them if it names a published table, and
/// draws the figures. `command`: the line that goes on after an interruption; empty: the caller tells. Returns the exit status: 0, or 130 if
/// interrupted.
int run_and_present(Scenario& scenario, RunSettings settings, const Answer& answer,
                    const std::string& command, const Present& present = present_answers(),
                    const Compare& compare = {});

}  // namespace collsim
