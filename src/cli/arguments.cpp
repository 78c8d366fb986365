#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "cli/shared_flags.hpp"
#include "lab/scenarios/keys.hpp"
#include "lab/scenarios/schema.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/names.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

namespace po = boost::program_options;

/// The words after the program's name; hyphens may stand for the underscores of a flag, --in-place, and a key
/// of the scenario for its flag, --backends.
std::vector<std::string> argument_words(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  for (auto& word : words) {
    const std::string name = word.substr(0, word.find('='));
    std::string flag = name;
    std::replace(flag.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, flag.size())),
                 flag.end(), '-', '_');
    for (const Key& key : scenario_keys())
      if (flag == flag_of(key.name) || flag == "--" + key.name)
        word = flag_of(key.name) + word.substr(name.size());
  }
  return words;
}

std::vector<std::string> flag_names(const FlagList& known) {
  std::vector<std::string> names;
  for (const Flag& each : known) names.push_back("--" + each.long_name());
  return names;
}

/// What the parser of the library complains of, in a line with a remedy.
po::parsed_options parse(int argc, const char* const* argv, const FlagList& known) {
  po::options_description everything;
  for (const Flag& each : known) {
    if (each.value.empty())
      everything.add_options()(each.name.c_str(), "");
    else
      everything.add_options()(each.name.c_str(), po::value<std::string>());
  }
  everything.add_options()("word", po::value<std::vector<std::string>>());
  po::positional_options_description words;
  words.add("word", -1);
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    return po::command_line_parser(argument_words(argc, argv))
        .options(everything)
        .positional(words)
        .style(style)
        .run();
  } catch (const po::unknown_option& error) {
    if (error.get_option_name() == "--imbalance")
      throw Error("unknown flag '--imbalance'; right would be collrun imbalance");
    const std::string nearest = correction(error.get_option_name(), flag_names(known));
    throw Error("unknown flag '" + error.get_option_name() + "'" +
                (nearest.empty() ? "; right would be one that collsim help COMMAND shows" : nearest));
  } catch (const po::error& error) {
    throw Error(std::string(error.what()) + "; right would be a flag as --help shows it");
  }
}

/// Flags that have a meaning beside others only, or not beside them.
void check_together(const CommandLine& arguments) {
  const auto& given = arguments.given;
  const bool slurm = given.contains("slurm");
  const bool describes = !arguments.words.empty() && arguments.words.front() == "platform";
  for (const char* of_slurm : {"nodes", "partition", "time", "native"})
    if (given.contains(of_slurm) && !slurm && !describes)
      throw Error(std::string("--") + of_slurm + " means nothing without --slurm");
  for (const char* alone : {"jobs", "shard", "dry-run"})
    if (given.contains(alone) && slurm)
      throw Error(std::string("--") + alone +
                  " means nothing beside --slurm, which gives each node a share, and each core a trial");
  if (given.contains("native") && given.contains("nodes"))
    throw Error(
        "--nodes means nothing beside --native; right would be --processes and --ppn, which say how many "
        "nodes a point takes");
}

std::string shell_quoted(const std::string& word) {
  static const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace

bool CommandLine::has(const Flag& flag) const {
  return given.contains(flag.long_name());
}

const std::string& CommandLine::text(const Flag& flag) const {
  const auto found = values.find(flag.long_name());
  return found == values.end() ? flag.otherwise : found->second.back();
}

int CommandLine::number(const Flag& flag) const {
  return number_in<int>(text(flag)).value();
}

std::optional<int> CommandLine::number_if_given(const Flag& flag) const {
  return has(flag) ? std::optional(number(flag)) : std::nullopt;
}

std::vector<std::string> CommandLine::texts(const Flag& flag) const {
  const auto found = values.find(flag.long_name());
  return found == values.end() ? std::vector<std::string>() : found->second;
}

CommandLine parse_arguments(int argc, const char* const* argv, const FlagList& known) {
  const char* const* const end = argv + argc;
  const char* const* const separator = std::find(argv, end, std::string("--"));
  CommandLine arguments;
  if (separator != end) arguments.program.assign(separator + 1, end);
  for (const auto& option : parse(static_cast<int>(separator - argv), argv, known).options) {
    const std::string value = option.value.empty() ? "" : option.value.front();
    if (option.string_key == "word") {
      if (value.empty()) throw Error("an operand is empty; right would be its name, or none");
      arguments.words.push_back(value);
      continue;
    }
    const Flag& its = *std::ranges::find(known, option.string_key, &Flag::long_name);
    if (arguments.has(its) && its.kind != FlagKind::texts)
      throw Error("--" + option.string_key + " is given twice; right would be once");
    take_value(its, value, arguments);
    if (!its.is_about_answering && !its.is_key())
      arguments.question.push_back("--" + option.string_key + (value.empty() ? "" : "=" + value));
  }
  check_together(arguments);
  return arguments;
}

void allow_flags(const CommandLine& arguments, const std::set<std::string>& allowed) {
  for (const auto& name : arguments.given)
    if (!allowed.contains(name))
      throw Error("--" + name + " means nothing to '" + arguments.words.front() +
                  "'; collsim --help shows the commands");
}

const std::string& operand(const CommandLine& arguments, const char* what) {
  if (arguments.words.size() == 2) return arguments.words[1];
  throw Error(fmt::format("'{0}' takes one name; right would be collsim {0} {1}", arguments.words[0], what));
}

const std::string& asked_format(const CommandLine& arguments, const std::vector<std::string>& formats) {
  const std::string& format = arguments.text(flags::format);
  if (std::ranges::find(formats, format) != formats.end()) return format;
  throw Error("unknown format '" + format + "'" + suggestion(format, formats));
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

double usual_pace(const std::string& pace) {
  if (pace == "first") return 0;
  try {
    if (const double seconds = parse_seconds(pace); seconds > 0) return seconds;
  } catch (const Error&) {
  }
  throw Error("--pace is '" + pace + "'; right would be a time such as 2.1us, or first");
}

std::string shell_line(int argc, const char* const* argv) {
  return shell_line(std::vector<std::string>(argv, argv + argc));
}

}  // namespace collsim
