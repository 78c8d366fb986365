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
struct Way {
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

Way way_of(const std::string& text) {
  Way way;
  for (const std::string& word : words_of(text)) {
    if (word == "--") {
      way.takes_program = true;
    } else if (word.starts_with("--")) {
      way.flags.push_back(word.substr(2));
    } else if (way.flags.empty() && !way.takes_program) {  // else a flag's value, or the program
      way.words.push_back(word);
      if (!may_be_left_out(word)) ++way.least;
    }
  }
  return way;
}

/// All ways that a usage shows.
std::vector<Way> ways_of(std::string operands) {
  std::vector<Way> ways;
  if (may_be_left_out(operands)) operands = operands.substr(1, operands.size() - 2);
  std::istringstream texts(operands);
  for (std::string text; std::getline(texts, text, '|');) ways.push_back(way_of(text));
  return ways;
}

/// The way of that name, else the one that takes any.
const Way* way_that_begins(const std::vector<Way>& ways, const std::string& operand) {
  for (const std::string& name : {operand, std::string()})
    if (const auto way = std::ranges::find(ways, name, &Way::name); way != ways.end()) return &*way;
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
  const std::vector<Way> ways = ways_of(verb.operands);
  const Way* way = way_that_begins(ways, arguments.words[1]);
  if (!way) {
    std::vector<std::string> names;
    for (const Way& each : ways) names.push_back(each.name());
    throw Error(fmt::format("'{}' takes no operand '{}'{}", verb.name, arguments.words[1],
                            suggestion(arguments.words[1], names)));
  }
  if (given < way->least) refuse("lacks an operand");
  if (!way->takes(given)) refuse("takes no operand '" + arguments.words.back() + "'");
  for (const std::string& flag : way->flags)
    if (!arguments.given.contains(flag)) refuse("lacks --" + flag);
  if (way->takes_program != !arguments.program.empty())
    refuse(way->takes_program ? "lacks a command" : "takes no command");
}

}  // namespace collsim
