#include "cli/flag.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/schema.hpp"
#include "lab/scenarios/share.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

void check_folder(const std::string& flag, const std::filesystem::path& file) {
  std::error_code none;  // what cannot be looked at is not there
  if (const auto folder = file.parent_path(); !folder.empty() && !std::filesystem::is_directory(folder, none))
    throw Error(fmt::format("--{} is '{}', and there is no folder {}; right would be one that is there", flag,
                            file.string(), folder.string()));
}

}  // namespace

Flag Flag::saying(const std::string& other_value, const std::string& other_meaning) const {
  Flag other = *this;
  other.value = other_value;
  other.meaning = other_meaning;
  return other;
}

Flag Flag::only_beside(std::vector<std::string> operands) const {
  Flag other = *this;
  other.beside = std::move(operands);
  return other;
}

const FlagList& key_flags() {
  static const FlagList all = [] {
    FlagList flags;
    for (const Key& key : scenario_keys())
      flags.push_back({.name = flag_of(key.name).substr(2),
                       .value = key.placeholder,
                       .meaning = key.meaning,
                       .key = key.name});
    return flags;
  }();
  return all;
}

void take_value(const Flag& flag, const std::string& value, CommandLine& arguments) {
  const std::string name = flag.long_name();
  const auto number = number_in<int>(value);
  if (flag.kind == FlagKind::number && (!number || *number < 1))
    throw Error("--" + name + " is '" + value + "'; right would be a number from 1 on");
  if (value.empty() && !flag.value.empty() && !flag.is_key())
    throw Error("--" + name + " is empty; right would be " + flag.value);
  if (flag.kind == FlagKind::share) static_cast<void>(parse_share(value));
  if (flag.kind == FlagKind::file) check_folder(name, value);
  arguments.given.insert(name);
  if (flag.is_key())
    arguments.scenario[flag.key] = value;
  else
    arguments.values[name].push_back(value);
}

}  // namespace collsim
