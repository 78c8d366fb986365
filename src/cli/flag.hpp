#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace collsim {

/// What becomes of a flag's value. One without a value is there or not.
enum class FlagKind {
  text,
  texts,   ///< it may be given several times
  number,  ///< from 1 on
  file,    ///< that is to be written, in a folder that is there
  share    ///< K/N
};

/// What a command takes besides its operands.
struct Flag {
  std::string name;   ///< "jobs", or "jobs,j" where a letter stands for it
  std::string value;  ///< what it takes, as help shows it: "N"; empty: nothing
  std::string meaning;
  FlagKind kind = FlagKind::text;
  std::string otherwise = {};            ///< the value where it is not given
  bool is_about_answering = false;       ///< it says where and how points are answered, not what is asked
  std::vector<std::string> beside = {};  ///< the first operands beside which it has a meaning; empty: all
  std::string key = {};                  ///< of scenarios, which it overrides

  /// Gives the name without the letter.
  std::string long_name() const { return name.substr(0, name.find(',')); }
  bool is_key() const { return !key.empty(); }
  /// Gives the same flag in the words of another command.
  Flag saying(const std::string& other_value, const std::string& other_meaning) const;
  /// Gives the flag as one that has a meaning beside these first operands only.
  Flag only_beside(std::vector<std::string> operands) const;
};

using FlagList = std::vector<Flag>;

/// Every flag that overrides a scenario.
const FlagList& key_flags();

/// Notes that the flag was given. Throws Error unless the value is one for the flag.
void take_value(const Flag& flag, const std::string& value, CommandLine& arguments);

}  // namespace collsim
