#include "cli/tune.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "backends/backend.hpp"
#include "cli/cells.hpp"
#include "cli/inquiry.hpp"
#include "cli/program.hpp"
#include "decisions/formula_times.hpp"
#include "plots/map.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/version.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/number.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"
#include "tuner/contest.hpp"
#include "tuner/followed.hpp"
#include "tuner/search.hpp"
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

std::string source_of_rules(const std::string& platform, const TuningBounds& bounds) {
  return fmt::format("collsim {} for {}: at most {} rules of a collective, {} in the mean", collsim_version(),
                     platform, bounds.rules, human_percent(bounds.mean));
}

void append(Cells& all, Cells more) {
  all.names = std::move(more.names);
  all.lines.insert(all.lines.end(), more.lines.begin(), more.lines.end());
}

void check_one_question(const Scenario& scenario) {
  for (const Point& point : scenario.points)
    if (point.platform != scenario.points.front().platform ||
        point.backend != scenario.points.front().backend ||
        point.network != scenario.points.front().network || point.type != scenario.points.front().type ||
        point.op != scenario.points.front().op)
      throw Error(
          "'tune' takes one platform, backend, network, type and operator; right would be one of each");
}

/// "2 .. 1024", of what is in order.
template <class Number, class Text>
std::string range_text(const std::set<Number>& numbers, const Text& text) {
  const std::string first = text(*numbers.begin()), last = text(*numbers.rbegin());
  return first == last ? first : first + " .. " + last;
}

/// What the rules are tuned for, and how to ask for something else.
std::string coverage_text(const std::vector<Row>& rows) {
  std::map<std::string, std::pair<std::set<int>, std::set<std::int64_t>>> covered;  // by ranks a node
  for (const Row& row : rows) {
    auto& [processes, bytes] = covered[row.point.ppn.text()];
    processes.insert(row.point.processes);
    bytes.insert(row.point.bytes());
  }
  std::string text;
  for (const auto& [ppn, both] : covered)
    text += fmt::format("{}{} ranks, {} a node, {}", text.empty() ? "Tuned for " : "; ",
                        range_text(both.first, [](int p) { return std::to_string(p); }), ppn,
                        range_text(both.second, human_bytes));
  return text + " (--processes, --ppn, --bytes)";
}

std::string asked_text(const Searched& found) {
  const std::size_t all = found.rows.size(), asked = found.asked();
  if (asked == all) return fmt::format("all {} points of the grid were asked", all);
  return fmt::format(
      "{} of {} points of the grid were asked ({}), and the others are expected by formulas and from these "
      "(--full asks all)",
      asked, all, human_percent(static_cast<double>(asked) / static_cast<double>(all)));
}

/// Of one target, as far as one map can show them.
std::vector<std::pair<std::string, std::vector<Row>>> rows_by_map(const std::string& target,
                                                                  const std::vector<Row>& rows) {
  std::map<PerNode, std::vector<Row>> by_ppn;
  for (const Row& row : rows) by_ppn[row.point.ppn].push_back(row);
  std::vector<std::pair<std::string, std::vector<Row>>> found;
  for (auto& [ppn, its] : by_ppn)
    found.emplace_back(by_ppn.size() == 1 ? target : target + ".ppn" + ppn.text(), std::move(its));
  return found;
}

/// Prints and writes the rules of all targets.
class Presentation {
 public:
  Presentation(std::vector<const Target*> asked, const TuningBounds& bounds)
      : asked_(std::move(asked)), bounds_(bounds) {}

  void present(Scenario& scenario, const Searched& found, const std::filesystem::path& folder) const {
    fmt::print("{}\n\n", wrapped(coverage_text(found.rows) + "; " + asked_text(found) + ".", page_width()));
    Files files;
    Cells rules, curves;
    std::vector<std::pair<const Target*, Rules>> followed;
    for (const Target* each : asked_) {
      const auto tuned = tune(*each, found.rows, bounds_);
      fmt::print("{}", to_text(*each, tuned, bounds_));
      append(rules, to_cells(*each, tuned));
      append(curves, curve_cells(*each, tuned));
      const Rules own = rules_of(tuned, source_of_rules(found.rows.front().point.platform, bounds_));
      if (own.all().empty()) continue;
      files.merge(write_for(*each, own, std::filesystem::absolute(folder).string()));
      if (each->can_be_proved()) files[each->name + ".meant.json"] = own.document();
      followed.emplace_back(each, as_followed(*each, own));
    }
    files["tuned.csv"] = to_csv(rules);
    files[tuned_file] = to_json_text(rules);
    files["curve.csv"] = to_csv(curves);
    for (const auto& [name, text] : files) {
      write_atomically(folder / name, text);
      fmt::print("Written: {}\n", (folder / name).string());
    }
    for (const auto& [target, own] : followed) draw(scenario, *target, own, found.rows, folder);
  }

 private:
  static void draw(Scenario& scenario, const Target& target, const Rules& rules, const std::vector<Row>& rows,
                   const std::filesystem::path& folder) {
    for (const auto& [name, its] : rows_by_map(target.name, rows))
      for (const auto& picture :
           draw_maps(regret_maps(target.name, follow(rules, its), its), sources_of(scenario),
                     (folder / name).string(), "What " + target.name + " runs by these rules"))
        fmt::print("Map: {}\n", picture);
  }

  std::vector<const Target*> asked_;
  TuningBounds bounds_;
};

/// Whether every point of the grid is to be asked: by who wants that, where a cluster answers, and where formulas or what was measured
/// do, so that there is nothing to save.
bool asks_all(const Context& context, const Scenario& scenario) {
  const CommandLine& arguments = context.arguments;
  return arguments.full || arguments.dry_run || arguments.slurm || arguments.given.contains("shard") ||
         arguments.given.contains("pending") || !is_simulated(scenario.points.front());
}

int tune_by_search(const Context& context, Scenario& scenario, Namers namers,
                   const Presentation& presentation) {
  const std::vector<Point> grid = scenario.points;
  FormulaTimes formulas(scenario.platforms.of(grid.front()));
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    const Searched found = search_grid(
        grid, [&](const Point& point) { return formulas.seconds(point); },
        [&](const Point& point) { return namers.of(point); },
        [&](const std::vector<Point>& points) { return inquiry(points); });
    presentation.present(scenario, found, inquiry.folder());
  });
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
  const Presentation presentation(asked, bounds);
  if (!asks_all(context, scenario))
    return tune_by_search(context, scenario, Namers(asked, bounds.commutative), presentation);
  return perform(context, scenario,
                 [&](Scenario& answered, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                   presentation.present(answered, {rows, std::vector<bool>(rows.size(), true)}, folder);
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
