#include "cli/flag.hpp"

#include <sstream>

#include "scenarios/keys.hpp"
#include "scenarios/schema.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

int at_least_one(const Flag& flag, const std::string& text) {
  int value = 0;
  std::istringstream stream(text);
  if (stream >> value && stream.eof() && value >= 1) return value;
  throw Error("--" + flag.long_name() + " is '" + text + "'; right would be a number from 1 on");
}

/// Writes a value where a flag's goes.
struct WriteValue {
  const Flag& flag;
  const std::string& value;
  CommandLine& arguments;

  void operator()(bool CommandLine::*target) const { arguments.*target = true; }
  void operator()(int CommandLine::*target) const { arguments.*target = at_least_one(flag, value); }
  void operator()(std::optional<int> CommandLine::*target) const {
    arguments.*target = at_least_one(flag, value);
  }
  void operator()(std::string CommandLine::*target) const { arguments.*target = value; }
  void operator()(std::vector<std::string> CommandLine::*target) const {
    (arguments.*target).push_back(value);
  }
  void operator()(Share CommandLine::*target) const { arguments.*target = parse_share(value); }
  void operator()(const ScenarioKey& key) const { arguments.scenario[key.name] = value; }
};

}  // namespace

Flag Flag::saying(const std::string& other_value, const std::string& other_meaning) const {
  Flag other = *this;
  other.value = other_value;
  other.meaning = other_meaning;
  return other;
}

const FlagList& key_flags() {
  static const FlagList all = [] {
    FlagList flags;
    for (const Key& key : scenario_keys())
      flags.push_back({.name = flag_of(key.name).substr(2),
                       .value = key.placeholder,
                       .meaning = key.meaning,
                       .target = ScenarioKey{key.name}});
    return flags;
  }();
  return all;
}

void take_value(const Flag& flag, const std::string& value, CommandLine& arguments) {
  std::visit(WriteValue{flag, value, arguments}, flag.target);
}

}  // namespace collsim
