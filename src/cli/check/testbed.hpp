#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace collsim {

/// `collsim testbed up|down|status|run|platform|placement TESTBED`. Returns the exit status: of run, that of the program.
int testbed_command(const CommandLine& arguments);

/// The words of a command such as 'srun -n 8', between blanks.
std::vector<std::string> split_words(const std::string& line);

/// Complains of a launch that has ended with this exit status and measured nothing, where `ranks` were needed.
std::string ended_early(const CommandLine& arguments, int status, const std::string& ranks);

/// Starts collrun with these arguments on the ranks of --testbed, which is up meanwhile, or by --launch, and returns its
/// exit status. It is ended after `most_seconds`. `environment`: of the ranks, on top of what they have. Throws Error where neither
/// is given.
int launch_collrun(const CommandLine& arguments, const std::vector<std::string>& asked,
                   double most_seconds = std::numeric_limits<double>::infinity(),
                   const std::map<std::string, std::string>& environment = {});

}  // namespace collsim
