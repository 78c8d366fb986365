#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "cli/flag.hpp"

namespace collsim {

/// A command and all that is to be told of it, whichever program performs it.
struct Verb {
  std::string name;
  std::string operands;  ///< as its usage shows them
  std::string says;      ///< what it does, after its name: "answers a scenario's points"
  FlagList flags;        ///< those without a meaning are taken, but help is silent about them
  std::array<const char*, 2> examples;

  std::set<std::string> flag_names() const;  ///< the long ones
};

/// The commands of collsim.
const std::vector<Verb>& verbs();
/// Throws Error with the nearest names, for an empty name with all.
const Verb& verb(const std::string& name);

/// Every flag of a command, once, and those that all take.
const FlagList& all_flags();
/// The flag of this long name, in the words of the first command that has it.
const Flag& flag(const std::string& long_name);

/// Throws Error unless the command takes all flags that were given, beside its first operand.
void check_flags(const CommandLine& arguments, const Verb& verb);

}  // namespace collsim
