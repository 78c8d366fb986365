#include "cli/arguments.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

#include "scenarios/keys.hpp"
#include "scenarios/schema.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

namespace po = boost::program_options;

std::string long_name(const std::string& key) {
  return flag_of(key).substr(2);
}

const po::options_description& description() {
  static const po::options_description all = [] {
    po::options_description own("Flags"), scenario("Flags that override a scenario");
    const auto value = [](const char* name) { return po::value<std::string>()->value_name(name); };
    own.add_options()("help,h", "this text")("version", "what answers");
    own.add_options()("jobs,j", value("N"), "trials at a time (default 1)");
    own.add_options()("results", value("DIR"), "folder for answers (default results/SCENARIO)");
    own.add_options()("dry-run", "number of points, estimated time and memory; nothing is simulated");
    own.add_options()("shard", value("K/N"),
                      "answers part K of N into the store, wherever the others are answered");
    own.add_options()("slurm", "has a cluster answer; SBATCH_ACCOUNT and the like say more");
    own.add_options()("nodes", value("N"), "of --slurm: nodes that share the points (default 1)");
    own.add_options()("partition", value("NAME"), "of --slurm: where");
    own.add_options()("time", value("LIMIT"), "of --slurm: of each job, as 1:30:00");
    own.add_options()("native", "of --slurm: measures with collrun, a job for each number of nodes");
    own.add_options()("pending", value("FILE"),
                      "of --shard: the points to share out, as --slurm has written them");
    own.add_options()("plugin", value("FILE"), "library with more algorithms; any number of them");
    own.add_options()("format", value("FORMAT"), "of expand: table, csv or json");
    own.add_options()("derivatives",
                      "of explain and whatif: how times change with each number of the platform");
    own.add_options()("point", value("N"), "of explain and timeline: its number in expand");
    own.add_options()("set", value("NAME=CHANGE,..."),
                      "of whatif and validate measured: changes that make a variant, such as "
                      "link.bandwidth=x2; any number of them");
    own.add_options()("ranges",
                      "of validate measured: asks again at the ends of the platform's ranges, range.NAME");
    own.add_options()("tornado", "of whatif: which number of the platform matters most");
    own.add_options()("factor", value("xNUMBER"),
                      "of --tornado: how far each is changed, either way (default x2)");
    own.add_options()("until", value("A=B"),
                      "of whatif: from which value of --vary on algorithm B is faster than A, or A than B");
    own.add_options()(
        "vary", value("NAME[=FROM..TO]"),
        "of --until: a number of the platform, such as link.latency=x0.1..x10 (default x0.01..x100)");
    own.add_options()("out", value("FILE"),
                      "where a drawing or a table (default: standard output), a report (report.html) or a "
                      "time line (timeline) goes");
    own.add_options()(
        "like", value("ALGORITHM|DIR"),
        "of order: another algorithm, which should combine alike; of imbalance: where collrun imbalance "
        "has measured");
    own.add_options()("claims", value("NAME,..."), "of validate published: works, or claims as WORK/CLAIM");
    own.add_options()("testbed", value("FILE"), "where to measure: a testbed, up or not");
    own.add_options()(
        "launch", value("COMMAND"),
        "where to measure: what starts a program there, such as 'srun -n 8'; it may end in collrun_mpich");
    own.add_options()("launches", value("N"),
                      "separate starts that measure each point (default 6, of collrun 1)");
    own.add_options()(
        "calibration", value("FILE"),
        "what collsim calibrate found (default, of validate native: results/calibrate/calibration.json)");
    own.add_options()(
        "cells", value("FILE"),
        "of validate native and measured, and of calibrate measured: the times, as collsim import "
        "writes them (default: those of four machines)");
    own.add_options()("columns", value("all|NAME,...|THEIRS=OURS,..."),
                      "of run, expand and list: what their tables show, such as all (default: what fits a "
                      "terminal); of import "
                      "and --cells: what columns of CSV files are called here, such as avg=median_us");
    own.add_options()("machine", value("NAME"), "of import: what the table calls it");
    own.add_options()("counterparts", value("FILE"), "of the same: which algorithms the measured ones are");
    for (const Key& key : scenario_keys())
      scenario.add_options()(long_name(key.name).c_str(), value(key.placeholder.c_str()),
                             key.meaning.c_str());
    own.add(scenario);
    return own;
  }();
  return all;
}

/// The names of flags, those that override a scenario in place of "scenario".
std::set<std::string> spelled_out(std::set<std::string> names) {
  if (names.erase("scenario") > 0)
    for (const Key& key : scenario_keys()) names.insert(long_name(key.name));
  return names;
}

/// The words after the program's name; hyphens may stand for the underscores of a flag, --in-place, and a key
/// of the scenario for its flag, --backends.
std::vector<std::string> words_of(int argc, const char* const* argv) {
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

std::vector<std::string> flag_names() {
  std::vector<std::string> names;
  for (const auto& option : description().options()) names.push_back("--" + option->long_name());
  return names;
}

/// What the parser of the library complains of, in a line with a remedy.
po::parsed_options parse(int argc, const char* const* argv) {
  po::options_description everything(description());
  everything.add_options()("word", po::value<std::vector<std::string>>());
  po::positional_options_description words;
  words.add("word", -1);
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    return po::command_line_parser(words_of(argc, argv))
        .options(everything)
        .positional(words)
        .style(style)
        .run();
  } catch (const po::unknown_option& error) {
    if (error.get_option_name() == "--imbalance")
      throw Error("unknown flag '--imbalance'; right would be collrun imbalance");
    throw Error("unknown flag '" + error.get_option_name() + "'" +
                suggestion(error.get_option_name(), flag_names()));
  } catch (const po::error& error) {
    throw Error(std::string(error.what()) + "; right would be a flag as collsim --help shows it");
  }
}

int at_least_one(const std::string& name, const std::string& text) {
  int value = 0;
  std::istringstream stream(text);
  if (stream >> value && stream.eof() && value >= 1) return value;
  throw Error("--" + name + " is '" + text + "'; right would be a number from 1 on");
}

void take(CommandLine& arguments, const std::string& name, const std::string& value) {
  if (name == "jobs") arguments.jobs = at_least_one(name, value);
  if (name == "point") arguments.point = at_least_one(name, value);
  if (name == "plugin") arguments.plugins.push_back(value);
  if (name == "derivatives") arguments.derivatives = true;
  if (name == "tornado") arguments.tornado = true;
  if (name == "factor") arguments.factor = value;
  if (name == "until") arguments.until = value;
  if (name == "vary") arguments.vary = value;
  if (name == "ranges") arguments.ranges = true;
  if (name == "set") arguments.set.push_back(value);
  if (name == "results") arguments.results = value;
  if (name == "format") arguments.format = value;
  if (name == "testbed") arguments.testbed = value;
  if (name == "launch") arguments.launch = value;
  if (name == "launches") arguments.launches = at_least_one(name, value);
  if (name == "calibration") arguments.calibration = value;
  if (name == "like") arguments.like = value;
  if (name == "claims" && value.empty())
    throw Error("--claims is empty; right would be works, such as A,C, or claims as WORK/CLAIM");
  if (name == "claims") arguments.claims = value;
  if (name == "out") arguments.out = value;
  if (name == "cells") arguments.cells = value;
  if (name == "columns") arguments.columns = value;
  if (name == "machine") arguments.machine = value;
  if (name == "counterparts") arguments.counterparts = value;
  if (name == "dry-run") arguments.dry_run = true;
  if (name == "shard") arguments.shard = parse_share(value);
  if (name == "pending") arguments.pending = value;
  if (name == "slurm") arguments.slurm = true;
  if (name == "native") arguments.native = true;
  if (name == "nodes") arguments.nodes = at_least_one(name, value);
  if (name == "partition") arguments.partition = value;
  if (name == "time") arguments.time = value;
  if (name == "help") arguments.help = true;
  if (name == "version") arguments.version = true;
  for (const Key& key : scenario_keys())
    if (name == long_name(key.name)) arguments.scenario[key.name] = value;
}

/// Flags that say where and how points are answered.
bool is_about_answering(const std::string& name) {
  static const std::set<std::string> names = {"dry-run", "jobs",    "native", "nodes", "partition",
                                              "pending", "results", "shard",  "slurm", "time"};
  return names.contains(name);
}

/// Flags that have a meaning beside others only, or not beside them.
void check_together(const CommandLine& arguments) {
  const auto& given = arguments.given;
  for (const char* of_slurm : {"nodes", "partition", "time", "native"})
    if (given.contains(of_slurm) && !arguments.slurm)
      throw Error(std::string("--") + of_slurm + " means nothing without --slurm");
  for (const char* alone : {"jobs", "shard", "dry-run"})
    if (given.contains(alone) && arguments.slurm)
      throw Error(std::string("--") + alone +
                  " means nothing beside --slurm, which gives each node a share, and each core a trial");
  if (arguments.native && given.contains("nodes"))
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

CommandLine parse_arguments(int argc, const char* const* argv) {
  const char* const* const end = argv + argc;
  const char* const* const separator = std::find(argv, end, std::string("--"));
  CommandLine arguments;
  if (separator != end) arguments.program.assign(separator + 1, end);
  for (const auto& option : parse(static_cast<int>(separator - argv), argv).options) {
    const std::string value = option.value.empty() ? "" : option.value.front();
    if (option.string_key == "word") {
      arguments.words.push_back(value);
      continue;
    }
    if (!arguments.given.insert(option.string_key).second && option.string_key != "plugin" &&
        option.string_key != "set")
      throw Error("--" + option.string_key + " is given twice; right would be once");
    take(arguments, option.string_key, value);
    if (!is_about_answering(option.string_key) && !spelled_out({"scenario"}).contains(option.string_key))
      arguments.question.push_back("--" + option.string_key + (value.empty() ? "" : "=" + value));
  }
  check_together(arguments);
  return arguments;
}

std::string flags_help(const std::set<std::string>& allowed, const std::set<std::string>& omitted) {
  std::set<std::string> own = allowed, keys = spelled_out({"scenario"});
  const bool overrides = own.erase("scenario") > 0;
  own.insert({"help", "version"});
  for (const auto& name : omitted) keys.erase(name);
  po::options_description general("Flags"), scenario("Flags that override a scenario");
  for (const auto& option : description().options()) {
    if (own.contains(option->long_name())) general.add(option);
    if (overrides && keys.contains(option->long_name())) scenario.add(option);
  }
  if (overrides) general.add(scenario);
  std::ostringstream text;
  text << general;
  return text.str();
}

void allow_flags(const CommandLine& arguments, const std::set<std::string>& allowed) {
  const std::set<std::string> names = spelled_out(allowed);
  for (const auto& name : arguments.given)
    if (!names.contains(name))
      throw Error("--" + name + " means nothing to '" + arguments.words.front() +
                  "'; collsim --help shows the commands");
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
  return line;
}

std::string shell_line(int argc, const char* const* argv) {
  return shell_line(std::vector<std::string>(argv, argv + argc));
}

}  // namespace collsim
