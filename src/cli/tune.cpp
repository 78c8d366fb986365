#include "cli/tune.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "cli/cells.hpp"
#include "cli/program.hpp"
#include "plots/map.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/version.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/number.hpp"
#include "support/range.hpp"
#include "tuner/followed.hpp"
#include "tuner/tuned.hpp"

namespace collsim {
namespace {

constexpr const char* tuned_file = "tuned.json";

/// "2%", or the same as a number, 0.02.
double parse_share(const std::string& flag, const std::string& text) {
  const bool percent = text.ends_with('%');
  const auto number =
      number_in<double>(percent ? text.substr(0, text.size() - (text.ends_with(" %") ? 2 : 1)) : text);
  if (!number || !(*number >= 0))
    throw Error(fmt::format("--{} is '{}'; right would be a share such as 2%", flag, text));
  return percent ? *number / 100 : *number;
}

TuningBounds bounds_of(const CommandLine& arguments) {
  if (arguments.rules < 1 || arguments.rules > 100)
    throw Error(fmt::format("--rules is {}; right would be 1 to 100", arguments.rules));
  return {.rules = static_cast<std::size_t>(arguments.rules),
          .mean = parse_share("regret", arguments.regret),
          .worst = parse_share("worst", arguments.worst),
          .commutative = arguments.commutative};
}

std::vector<const Target*> asked_targets(const CommandLine& arguments) {
  if (arguments.targets.empty()) {
    std::vector<std::string> known;
    for (const Target& each : targets()) known.push_back(each.name);
    throw Error(fmt::format("'tune' needs who is to follow the rules; right would be --for with some of {}",
                            fmt::join(known, ", ")));
  }
  std::vector<const Target*> asked;
  for (const auto& name : split_list(arguments.targets)) asked.push_back(&target(name));
  return asked;
}

/// What any of the targets has.
std::vector<std::string> competitors(const std::vector<const Target*>& asked, const std::string& collective) {
  std::vector<std::string> names;
  for (const Target* each : asked) add_algorithms_of(*each, collective, names);
  if (names.empty())
    throw Error(fmt::format(
        "no target of --for has an algorithm of {} that is one here; right would be another collective",
        collective));
  return names;
}

std::string source_of_rules(const Scenario& scenario, const TuningBounds& bounds) {
  return fmt::format("collsim {} for {}: at most {} rules of a collective, {} in the mean", collsim_version(),
                     scenario.points.front().platform, bounds.rules, human_percent(bounds.mean));
}

void append(Cells& all, Cells more) {
  all.names = std::move(more.names);
  all.lines.insert(all.lines.end(), more.lines.begin(), more.lines.end());
}

void check_one_question(const Scenario& scenario) {
  for (const Point& point : scenario.points)
    if (point.backend != scenario.points.front().backend ||
        point.network != scenario.points.front().network || point.ppn != scenario.points.front().ppn ||
        point.type != scenario.points.front().type || point.op != scenario.points.front().op)
      throw Error("'tune' takes one backend, network, ppn, type and operator; right would be one of each");
}

}  // namespace

int tune_command(const Context& context) {
  const auto& words = context.arguments.words;
  if (words.size() > 1 && words[1] == "verify") hand_over(context.line, "collcheck");
  if (!context.arguments.launch.empty())
    throw Error(
        "--launch means nothing to 'tune'; right would be collsim tune verify FOLDER --launch COMMAND");
  if (words.size() != 1)
    throw Error("'tune' takes flags alone; right would be collsim tune --platform PLATFORM --for TARGET,...");
  const TuningBounds bounds = bounds_of(context.arguments);
  const auto asked = asked_targets(context.arguments);
  Scenario scenario = scenario_of_cells(
      context.arguments, [&](const std::string& collective) { return competitors(asked, collective); });
  check_one_question(scenario);
  return perform(context, scenario,
                 [&](Scenario& answered, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                   Files files;
                   Cells rules, curves;
                   std::vector<std::pair<std::string, std::vector<Followed>>> followed;
                   const std::string where = std::filesystem::absolute(folder).string();
                   for (const Target* each : asked) {
                     const auto tuned = tune(*each, rows, bounds);
                     fmt::print("{}", to_text(*each, tuned, bounds));
                     const Rules own = rules_of(tuned, source_of_rules(answered, bounds));
                     if (!own.all().empty()) files.merge(write_for(*each, own, where));
                     if (!own.all().empty())
                       followed.emplace_back(each->name, follow(as_followed(*each, own), rows));
                     if (!own.all().empty() && each->can_be_proved())
                       files[each->name + ".meant.json"] = own.document();
                     append(rules, to_cells(*each, tuned));
                     append(curves, curve_cells(*each, tuned));
                   }
                   files["tuned.csv"] = to_csv(rules);
                   files[tuned_file] = to_json_text(rules);
                   files["curve.csv"] = to_csv(curves);
                   for (const auto& [name, text] : files) {
                     write_atomically(folder / name, text);
                     fmt::print("Written: {}\n", (folder / name).string());
                   }
                   for (const auto& [name, cells] : followed)
                     for (const auto& picture :
                          draw_maps(regret_maps(name, cells, rows), sources_of(answered),
                                    (folder / name).string(), "What " + name + " runs by these rules"))
                       fmt::print("Map: {}\n", picture);
                 });
}

int explain_rule_command(const Context& context) {
  const std::filesystem::path file =
      std::filesystem::path(operand(context, "FOLDER --for TARGET --point N")) / tuned_file;
  const auto rules = read_json_file(file);
  if (rules.is_discarded() || !rules.is_array())
    throw Error(file.string() +
                ": no file of tuned rules; right would be a folder that collsim tune has written");
  const std::string& name = target(context.arguments.targets).name;
  std::int64_t most = 0;
  for (const auto& rule : rules) {
    if (rule.at("target") != name) continue;
    most = std::max(most, rule.at("rule").get<std::int64_t>());
    if (rule.at("rule") != context.arguments.point) continue;
    const auto text = [&](const char* key) { return rule.at(key).get<std::string>(); };
    const auto number = [&](const char* key) { return rule.at(key).get<double>(); };
    const std::string own = text("theirs").empty() ? text("algorithm") : text("theirs");
    fmt::print("{}: rule {} of {}\n  {} processes, {} bytes: {}\n", name, most, text("collective"),
               text("processes"), text("bytes"), own);
    if (own != text("algorithm")) fmt::print("  which is {} here\n", text("algorithm"));
    fmt::print(
        "  It takes {} cells of the grid, where it costs {} in the mean over the best that {} has, and {} at "
        "worst.\n",
        rule.at("calls").get<int>(), human_percent(number("mean")), name, human_percent(number("worst")));
    if (text("second").empty()) {
      fmt::print("  No other algorithm serves all of these.\n");
      return 0;
    }
    if (rule.at("second_mean").is_number())
      fmt::print("  The next best, {}, would cost {}.\n", text("second"),
                 human_percent(number("second_mean")));
    if (rule.at("second_seconds").is_number())
      fmt::print("  At {} on {} processes it takes {}, and that one {}.\n",
                 human_bytes(rule.at("n").get<std::int64_t>()), rule.at("p").get<int>(),
                 human_seconds(number("seconds")), human_seconds(number("second_seconds")));
    if (!text("terms").empty()) fmt::print("  What decides there: {}.\n", text("terms"));
    return 0;
  }
  throw Error(fmt::format("{} has no rule {} for {}; right would be --point 1 to {}", file.string(),
                          context.arguments.point, name, most));
}

}  // namespace collsim
