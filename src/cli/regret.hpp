#pragma once

#include <string>

#include "cli/verb.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// What rules are compared with: the best of a library's algorithms, or of all.
struct BestOf {
  const Target* library;  ///< whose rules they are
  bool all;
  std::string text;  ///< "all of openmpi-4.1's algorithms"
};
/// Reads what --best-of and --for say of rules. Throws Error.
BestOf best_of(const CommandLine& arguments, const std::string& rules);

/// `collsim regret RULES`: prints what following rules costs at each cell and in all, draws it (regret.svg, regret.png) and writes
/// regret.csv and regret.json into the folder.
Verb regret_verb();

}  // namespace collsim
