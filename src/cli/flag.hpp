#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/arguments.hpp"

namespace collsim {

/// A key of a scenario, which a flag overrides.
struct ScenarioKey {
  std::string name;
};

/// The value of a flag goes here. What may be given several times has a vector.
using FlagTarget = std::variant<bool CommandLine::*, int CommandLine::*, std::optional<int> CommandLine::*,
                                std::string CommandLine::*, std::vector<std::string> CommandLine::*,
                                Share CommandLine::*, ScenarioKey>;

/// What a command takes besides its operands.
struct Flag {
  std::string name;   ///< "jobs", or "jobs,j" where a letter stands for it
  std::string value;  ///< what it takes, as help shows it: "N"; empty: nothing
  std::string meaning;
  FlagTarget target;
  bool is_about_answering = false;       ///< it says where and how points are answered, not what is asked
  std::vector<std::string> beside = {};  ///< the first operands beside which it has a meaning; empty: all

  /// Gives the name without the letter.
  std::string long_name() const { return name.substr(0, name.find(',')); }
  bool is_key() const { return std::holds_alternative<ScenarioKey>(target); }
  bool may_be_repeated() const {
    return std::holds_alternative<std::vector<std::string> CommandLine::*>(target);
  }
  /// Gives the same flag in the words of another command.
  Flag saying(const std::string& other_value, const std::string& other_meaning) const;
};

using FlagList = std::vector<Flag>;

/// Every flag that overrides a scenario.
const FlagList& key_flags();

/// Writes the value where it goes. Throws Error unless it is one for the flag.
void take_value(const Flag& flag, const std::string& value, CommandLine& arguments);

}  // namespace collsim
