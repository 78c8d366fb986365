#pragma once

#include <array>
#include <set>
#include <string>

#include "cli/context.hpp"
#include "cli/flag.hpp"

namespace collsim {

/// A command, all that is to be told of it, and what it does.
struct Verb {
  std::string name;
  std::string operands;  ///< as its usage shows them
  std::string says;      ///< what it does, after its name: "answers a scenario's points"
  FlagList flags;        ///< flags without a meaning are taken, but help is silent about them
  std::array<const char*, 2> examples;
  int (*perform)(const Context&) = nullptr;  ///< returns the exit status; throws Error

  std::set<std::string> flag_names() const;  ///< the long ones
};

/// Throws Error unless the command takes all flags that were given, beside its first operand.
void check_flags(const CommandLine& arguments, const Verb& verb);

/// Throws Error unless the operands are those of one of the ways that the command's usage shows, with the flags that stand there.
void check_operands(const CommandLine& arguments, const Verb& verb);

}  // namespace collsim
