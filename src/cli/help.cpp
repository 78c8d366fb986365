#include "cli/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <map>
#include <vector>

#include "lab/scenarios/version.hpp"
#include "support/terminal.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr const char* purpose_of_collsim =
    "answers questions about collective algorithms on modeled machines";
constexpr const char* heading_of_flags = "Flags";
constexpr const char* heading_of_keys = "Flags that say what is asked";

/// The columns of a table, each of whose lines has a text for each.
std::string columns_of(const std::vector<std::vector<std::string>>& lines) {
  if (lines.empty()) return "";
  return aligned({.headings = std::vector<TextTable::Heading>(lines.front().size()), .lines = lines}, "  ");
}

/// "-j, --jobs N".
std::string written(const Flag& flag) {
  const auto comma = flag.name.find(',');
  const std::string letter = comma == std::string::npos ? "" : "-" + flag.name.substr(comma + 1) + ", ";
  return letter + "--" + flag.long_name() + (flag.value.empty() ? "" : " " + flag.value);
}

std::string meaning(const Verb& verb, const Flag& flag) {
  if (flag.beside.empty()) return flag.meaning;
  return fmt::format("of {} {}: {}", verb.name, fmt::join(flag.beside, " and "), flag.meaning);
}

/// The flags that override a scenario, or the others.
FlagList shown_flags(const Verb& verb, bool are_keys) {
  FlagList shown = verb.flags;
  std::erase_if(shown, [&](const Flag& each) { return each.is_key() != are_keys || each.meaning.empty(); });
  return shown;
}

/// Lists such flags below a heading.
std::string flags_of(const Verb& verb, bool are_keys, const std::string& heading) {
  std::vector<std::vector<std::string>> lines;
  for (const Flag& each : shown_flags(verb, are_keys)) lines.push_back({written(each), meaning(verb, each)});
  return lines.empty() ? "" : "\n" + bold(heading + ":") + "\n" + columns_of(lines);
}

/// Text as roff prints it: hyphens that can be copied, no escapes, no line that looks like a request, and room to break behind a bar.
std::string roff(const std::string& text) {
  static const std::map<char, std::string> special = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                                                      {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"},
                                                      {'|', "|\\:"}};
  std::string safe = text.starts_with('.') ? "\\&" : "";
  for (const char c : text) {
    const auto found = special.find(c);
    safe += found == special.end() ? std::string(1, c) : found->second;
  }
  return safe;
}

std::string capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// "collsim-run", or the program itself where the command has no name.
std::string page_name(const std::string& command) {
  return command.empty() ? "collsim" : "collsim-" + command;
}

std::string manual_head(const std::string& command, const std::string& says, const std::string& synopsis) {
  const std::string name = page_name(command);
  return fmt::format(
      ".TH {} 1 \"\" \"collsim {}\" \"collsim\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n{}\n",
      roff(capitals(name)), collsim_version(), roff(name), roff(says),
      roff(command.empty() ? "collsim" : "collsim " + command), roff(synopsis));
}

std::string entry(const std::string& term, const std::string& says) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(term), roff(says));
}

std::string entries_of(const Verb& verb, bool are_keys, const std::string& heading) {
  std::string text;
  for (const Flag& each : shown_flags(verb, are_keys)) text += entry(written(each), meaning(verb, each));
  return text.empty() ? "" : fmt::format(".SH {}\n", capitals(heading)) + text;
}

std::string exit_status() {
  return ".SH EXIT STATUS\n" + entry("0", "Done.") +
         entry("1", "Done, but a point failed or a check did not pass.") +
         entry("2",
               "Not done: one line on standard error says what was wrong, where, and what would be right.") +
         entry("130", "Interrupted. What was answered is kept, and the same command goes on.");
}

std::string table_of(const std::vector<std::string>& headings,
                     const std::vector<std::vector<std::string>>& lines) {
  TextTable table{.headings = {}, .lines = lines};
  for (const std::string& heading : headings) table.headings.push_back({heading});
  return markdown(table);
}

/// The flags that no scenario has: those are told once for all commands.
std::string section_of(const Verb& verb) {
  std::string text = fmt::format("## {}\n\n`collsim {}{}{}` {}.\n", verb.name, verb.name,
                                 verb.operands.empty() ? "" : " ", verb.operands, verb.says);
  std::vector<std::vector<std::string>> lines;
  for (const Flag& each : shown_flags(verb, false))
    lines.push_back({"`" + written(each) + "`", meaning(verb, each)});
  if (!lines.empty()) text += "\n" + table_of({"flag", "meaning"}, lines);
  const std::size_t keys = shown_flags(verb, true).size();
  if (keys > 0)
    text += fmt::format("\nBesides, {} of the [keys of a scenario](keys.md) as flags.\n",
                        keys == key_flags().size() ? "all" : std::to_string(keys));
  text += "\n";
  for (const char* example : verb.examples) text += fmt::format("    {}\n", example);
  return text;
}

}  // namespace

std::string help(const std::vector<Verb>& verbs) {
  std::vector<std::vector<std::string>> lines;
  for (const Verb& each : verbs) lines.push_back({"collsim " + each.name, each.says});
  return fmt::format("collsim {}.\n\n", purpose_of_collsim) + columns_of(lines) +
         "\ncollsim help COMMAND, or collsim COMMAND --help, tells what a command takes, with examples.\n" +
         "collsim --version tells what answers.\n";
}

std::string help(const Verb& verb, const std::string& command) {
  std::string text = bold(wrapped(command + " " + verb.operands, page_width(), 4)) + "\n\n  " +
                     wrapped(verb.name + " " + verb.says, page_width(), 2) + "\n" +
                     flags_of(verb, false, heading_of_flags) + flags_of(verb, true, heading_of_keys) + "\n" +
                     bold("Examples:") + "\n";
  for (const char* example : verb.examples) text += fmt::format("  {}\n", example);
  return text;
}

std::string man_page(const std::vector<Verb>& verbs) {
  std::string text = manual_head("", purpose_of_collsim, "COMMAND ...") + ".SH COMMANDS\n";
  std::string others;
  for (const Verb& each : verbs) {
    text += entry(each.name, each.says);
    others += fmt::format("{}.BR {} (1)", others.empty() ? "" : ",\n", roff(page_name(each.name)));
  }
  return text + ".SH OPTIONS\n" + entry("-h, --help", "Of a command: what it takes, with examples.") +
         entry("--version", "What answers.") + exit_status() + ".SH ENVIRONMENT\n" +
         entry("COLLSIM_DATA_DIR",
               "The folder with platforms/, scenarios/ and the like. Without it collsim takes "
               "share/collsim beside its own folder.") +
         entry("NO_COLOR", "Unless it is empty, nothing is shown in colours or bold.") + ".SH SEE ALSO\n" +
         others + "\n";
}

std::string man_page(const Verb& verb) {
  std::string text = manual_head(verb.name, verb.says, verb.operands + " [FLAG ...]") + ".SH DESCRIPTION\n" +
                     roff(verb.name + " " + verb.says + ".") + "\n" +
                     entries_of(verb, false, heading_of_flags) + entries_of(verb, true, heading_of_keys) +
                     exit_status() + ".SH EXAMPLES\n.nf\n";
  for (const char* example : verb.examples) text += roff(example) + "\n";
  return text + ".fi\n.SH SEE ALSO\n.BR collsim (1)\n";
}

std::string commands_page(const std::vector<Verb>& verbs) {
  std::string text =
      "# Commands\n\n`collsim show commands` prints this page. `collsim help COMMAND` and `man "
      "collsim-COMMAND` say the same.\n";
  for (const Verb& each : verbs) text += "\n" + section_of(each);
  return text;
}

}  // namespace collsim
