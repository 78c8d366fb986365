#include "cli/verb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "support/error.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

/// A way to write a command's operands: "measured MACHINE", "node [FILE.csv]", "FILE... --machine NAME", "run TESTBED -- COMMAND ...".
struct Usage {
  std::vector<std::string> words = {};  ///< of operands
  std::size_t least = 0;                ///< so many must be there
  std::vector<std::string> flags = {};  ///< that must be there
  bool takes_program = false;

  /// Empty where the first operand is whatever the user names.
  std::string name() const {
    const auto is_capital = [](unsigned char c) { return std::isupper(c) != 0; };
    return std::ranges::any_of(words.front(), is_capital) ? "" : words.front();
  }
  bool takes(std::size_t operands) const { return operands <= words.size() || words.back().ends_with("..."); }
};

/// "[DIR]", "[verify [FOLDER]|trace]", but not "[ALGORITHM=]FILE...".
bool may_be_left_out(const std::string& text) {
  return text.starts_with('[') && text.ends_with(']');
}

Usage usage_of(const std::string& text) {
  Usage usage;
  for (const std::string& word : words_of(text)) {
    if (word == "--") {
      usage.takes_program = true;
    } else if (word.starts_with("--")) {
      usage.flags.push_back(word.substr(2));
    } else if (usage.flags.empty() && !usage.takes_program) {  // else a flag's value, or the program
      usage.words.push_back(word);
      if (!may_be_left_out(word)) ++usage.least;
    }
  }
  return usage;
}

/// All ways that a command's operands show.
std::vector<Usage> usages_of(std::string operands) {
  std::vector<Usage> usages;
  if (may_be_left_out(operands)) operands = operands.substr(1, operands.size() - 2);
  std::istringstream texts(operands);
  for (std::string text; std::getline(texts, text, '|');) usages.push_back(usage_of(text));
  return usages;
}

/// The usage of that name, else the one that takes any.
const Usage* usage_that_begins(const std::vector<Usage>& usages, const std::string& operand) {
  for (const std::string& name : {operand, std::string()})
    if (const auto usage = std::ranges::find(usages, name, &Usage::name); usage != usages.end())
      return &*usage;
  return nullptr;
}

}  // namespace

std::set<std::string> Verb::flag_names() const {
  std::set<std::string> names;
  for (const Flag& each : flags) names.insert(each.long_name());
  return names;
}

void check_flags(const CommandLine& arguments, const Verb& verb) {
  allow_flags(arguments, verb.flag_names());
  if (arguments.words.size() < 2) return;
  const std::string& operand = arguments.words[1];
  for (const Flag& each : verb.flags)
    if (!each.beside.empty() && arguments.given.contains(each.long_name()) &&
        std::ranges::find(each.beside, operand) == each.beside.end())
      throw Error(fmt::format("--{0} means nothing to '{1} {2}'; right would be {1} {3}", each.long_name(),
                              verb.name, operand, each.beside.front()));
}

void check_operands(const CommandLine& arguments, const Verb& verb) {
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("'{0}' {1}; right would be collsim {0} {2}", verb.name, why, verb.operands));
  };
  const std::size_t given = arguments.words.size() - 1;
  if (given == 0 && may_be_left_out(verb.operands)) return;
  if (given == 0) refuse("lacks an operand");
  const std::vector<Usage> usages = usages_of(verb.operands);
  const Usage* usage = usage_that_begins(usages, arguments.words[1]);
  if (!usage) {
    std::vector<std::string> names;
    for (const Usage& each : usages) names.push_back(each.name());
    throw Error(fmt::format("'{}' takes no operand '{}'{}", verb.name, arguments.words[1],
                            suggestion(arguments.words[1], names)));
  }
  if (given < usage->least) refuse("lacks an operand");
  if (!usage->takes(given)) refuse("takes no operand '" + arguments.words.back() + "'");
  for (const std::string& flag : usage->flags)
    if (!arguments.given.contains(flag)) refuse("lacks --" + flag);
  if (usage->takes_program != !arguments.program.empty())
    refuse(usage->takes_program ? "lacks a command" : "takes no command");
}

}  // namespace collsim
