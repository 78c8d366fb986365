#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "scenarios/runner.hpp"

namespace collsim {

/// The scenario that the command's first operand names, with the flags applied. Figures and tables that it
/// names but that do not exist are a ScenarioError now rather than after its simulations.
Scenario load_asked(const CommandLine& arguments);

/// The folder for its answers: --results, or results/SCENARIO.
std::filesystem::path results_folder(const CommandLine& arguments, const Scenario& scenario);

/// From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the program; a second one ends it.
void watch_interrupts();
bool interrupted();

/// Runs the scenario until done or interrupted, prints the answers, writes the report and draws the figures.
/// `command`: the line that goes on after an interruption. Returns the exit status: 0, or 130 if interrupted.
int run_and_present(Scenario& scenario, RunSettings settings, const Answer& answer,
                    const std::string& command);

}  // namespace collsim
