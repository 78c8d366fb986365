#include "cli/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <numeric>

#include "backends/backend.hpp"
#include "cli/cells.hpp"
#include "cli/inquiry.hpp"
#include "cli/judging.hpp"
#include "cli/present_tuned.hpp"
#include "cli/shared_flags.hpp"
#include "figures/plots/map.hpp"
#include "lab/decisions/formula_times.hpp"
#include "lab/tuner/contest.hpp"
#include "lab/tuner/followed.hpp"
#include "lab/tuner/search.hpp"
#include "lab/tuner/served.hpp"
#include "lab/tuner/tuned.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

const Flag full_flag = {"full", "", "asks every point of the grid, not only those that decide"};
const Flag few_flag = {"few", "",
                       "asks only those that decide, even where all take a core less than two minutes"};

/// What any of the targets has, and what it runs by its own choice.
std::vector<std::string> competitors(const std::vector<const Target*>& asked, const std::string& collective) {
  std::vector<std::string> names;
  for (const Target* each : asked) add_algorithms_of(*each, collective, names);
  for (const Target* each : asked)
    if (const auto own = own_choice(*each, collective)) add_algorithms_of(own->as, collective, names);
  if (names.empty())
    throw Error(fmt::format(
        "no target of --for has an algorithm of {} that is one here; right would be another collective",
        collective));
  return names;
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

/// What a library runs by its own choice alone is asked only where that is its choice.
void leave_out_unchosen(Scenario& scenario, const AskedTuning& tuning) {
  Namers namers(tuning.targets, true);
  std::erase_if(scenario.points, [&](const Point& point) { return namers.who_names(point).empty(); });
}

/// Whoever asks for algorithms by name may ask for some that no target has.
void check_named(const Scenario& scenario, const AskedTuning& tuning) {
  Namers namers(tuning.targets, tuning.bounds.commutative);
  std::map<std::string, bool> named;
  for (const Point& point : scenario.points) {
    bool& its = named[point.collective];
    its = its || !namers.who_names(point).empty();
  }
  for (const auto& [collective, its] : named)
    if (!its)
      throw Error(
          fmt::format("no target of --for may name an algorithm of {} that is asked for; right would be "
                      "without --algorithms",
                      collective));
}

std::string asked_text(const Searched& found) {
  const std::size_t all = found.rows.size(), asked = found.asked();
  if (asked == all) return fmt::format("all {} of the grid were asked", counted(all, "point"));
  return fmt::format("{} of {} points of the grid were asked ({})", asked, all,
                     human_percent(static_cast<double>(asked) / static_cast<double>(all)));
}

/// Of one target, as far as one map can show them.
std::vector<std::pair<std::string, std::vector<Row>>> rows_by_map(const std::string& target,
                                                                  const std::vector<Row>& rows) {
  auto by_ppn = rows_by_ppn(rows);
  std::vector<std::pair<std::string, std::vector<Row>>> found;
  for (auto& [ppn, its] : by_ppn)
    found.emplace_back(by_ppn.size() == 1 ? target : target + ".ppn" + ppn.text(), std::move(its));
  return found;
}

void draw(Scenario& scenario, const std::vector<FollowedTarget>& all, const std::vector<Row>& rows,
          const std::filesystem::path& folder) {
  for (const auto& [target, rules] : all)
    for (const auto& [name, its] : rows_by_map(target->name, rows))
      for (const auto& picture :
           draw_maps(regret_maps(target->name, follow(rules, its), its), sources_of(scenario),
                     (folder / name).string(), "What does " + target->name + " run by these rules?"))
        fmt::print("Map: {}\n", picture);
}

/// The flag that has every point of the grid asked: because it says so, because other programs answer, or because nobody simulates, so
/// that there is nothing to save. Empty where there is none.
std::string asks_all(const Context& context, const Scenario& scenario) {
  for (const char* flag : {"full", "slurm", "shard", "pending"})
    if (context.arguments.given.contains(flag)) return fmt::format("--{}", flag);
  const Point& first = scenario.points.front();
  return is_simulated(first) ? "" : fmt::format("--backend {}", first.backend.text());
}

/// A grid that a core answers in so many seconds is asked in full: the search would save a minute or two, and leave costs that are
/// only expected.
constexpr double cheap_seconds = 120;

bool is_cheap(Scenario& scenario) {
  std::vector<Asked> asked;
  for (const Point& point : scenario.points) asked.push_back({&point, &scenario.platforms.of_point(point)});
  const std::vector<double> seconds = efforts_where_supported(asked);
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) <= cheap_seconds;
}

TargetsOf targets_of(const AskedTuning& tuning) {
  return [namers = Namers(tuning.targets, tuning.bounds.commutative)](const Point& point) mutable {
    return namers.who_names(point);
  };
}

/// Makes rules of all that was found, and of what somebody else adds.
void present(Scenario& scenario, const AskedTuning& tuning, Searched found, const Refine& refine,
             const std::filesystem::path& folder) {
  std::string asked = asked_text(found);
  if (refine) asked += "; " + refine(targets_of(tuning), found, folder);
  const bool partly = found.asked() < found.rows.size();
  if (partly) asked += "; the others are expected by formulas and from these (--full asks all)";
  FormulaTimes formulas(scenario.platforms.of_point(found.rows.front().point));
  const TermsOf terms = [&](const Point& point) { return formulas.terms(point); };
  draw(scenario, present_tuned(tuning, found.rows, asked, folder, terms, partly ? &found : nullptr),
       found.rows, folder);
  if (partly)
    fmt::print("{}\n", wrapped("Costs where nobody was asked are expected, and may be more: collsim regret "
                               "judges a file at each cell, --full asks all.",
                               page_width()));
}

int tune_by_all(const Context& context, Scenario& scenario, const AskedTuning& tuning, const Refine& refine) {
  return perform(context, scenario,
                 [&](Scenario& answered, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                   present(answered, tuning, {rows, std::vector<bool>(rows.size(), true)}, refine, folder);
                 });
}

/// Forecasts as many points as the search asks at most, from all over the grid.
int forecast_search(const Context& context, Scenario& scenario, const FormulaSeconds& formula,
                    const TargetsOf& targets) {
  const std::vector<Point> grid = scenario.points;
  const Searched least = search_grid(grid, formula, targets, [&](const std::vector<Point>& points) {
    std::vector<Outcome> outcomes;
    for (const Point& point : points) outcomes.push_back({.seconds = formula(point).value_or(1)});
    return outcomes;
  });
  const std::size_t most = std::min(most_points(least, formula), grid.size());
  fmt::print("At most {} of the {} points of the grid are asked. So many take:\n", most, grid.size());
  std::vector<Point> named;
  std::ranges::copy_if(grid, std::back_inserter(named),
                       [&](const Point& point) { return !targets(point).empty(); });
  scenario.points.clear();
  for (std::size_t i = 0; i < std::min(most, named.size()); ++i)
    scenario.points.push_back(named[i * named.size() / std::min(most, named.size())]);
  return perform(context, scenario, [](Scenario&, const std::vector<Row>&, const std::filesystem::path&) {});
}

/// Asks what decides.
int tune_by_few(const Context& context, Scenario& scenario, const AskedTuning& tuning, const Refine& refine) {
  const std::vector<Point> grid = scenario.points;
  const TargetsOf targets = targets_of(tuning);
  FormulaTimes formulas(scenario.platforms.of_point(grid.front()));
  const FormulaSeconds formula = [&](const Point& point) { return formulas.seconds(point); };
  if (context.arguments.has(flags::dry_run)) return forecast_search(context, scenario, formula, targets);
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    present(scenario, tuning,
            search_grid(
                grid, formula, targets, [&](const auto& points) { return inquiry(points); },
                runs_of_lists(tuning.targets, tuning.bounds), tuning.bounds.worst),
            refine, inquiry.folder());
  });
}

/// Asks all that is cheap, of other grids what decides.
int tune_grid(const Context& context, Scenario& scenario, const AskedTuning& tuning, const Refine& refine) {
  const bool all =
      !asks_all(context, scenario).empty() || (!context.arguments.has(few_flag) && is_cheap(scenario));
  return (all ? tune_by_all : tune_by_few)(context, scenario, tuning, refine);
}

Scenario asked_scenario(const Context& context, const AskedTuning& tuning) {
  if (context.arguments.words.size() != 1)
    throw Error(
        "'tune' takes flags alone, or verify, measure or trace before them; right would be collsim tune "
        "--platform PLATFORM --for TARGET,...");
  Scenario scenario = scenario_of_cells(context.arguments, [&](const std::string& collective) {
    return competitors(tuning.targets, collective);
  });
  check_one_question(scenario);
  check_named(scenario, tuning);
  if (!context.arguments.given.contains("algorithms")) leave_out_unchosen(scenario, tuning);
  return scenario;
}

int tune_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  constexpr std::array asks_a_library = {"verify", "measure", "trace"};
  if (arguments.words.size() > 1 &&
      std::ranges::find(asks_a_library, arguments.words[1]) != asks_a_library.end())
    return judge(context);
  if (flags::say_where_to_measure(arguments)) return judge(context);
  const AskedTuning tuning = asked_tuning(arguments);
  if (!arguments.text(flags::measured).empty()) {
    if (arguments.has(few_flag))
      throw Error("--few asks a part of a grid, and --measured asks nobody; right would be one of these");
    return judge(context);
  }
  Scenario scenario = asked_scenario(context, tuning);
  if (const std::string all = asks_all(context, scenario); arguments.has(few_flag) && !all.empty())
    throw Error(
        fmt::format("--few asks a part of the grid, and {} all of it; right would be one of these", all));
  return tune_grid(context, scenario, tuning, {});
}

int explain_rule_command(const Context& context) {
  for (const Flag* flag : {&flags::targets, &flags::point})
    if (!context.arguments.has(*flag))
      throw Error("--" + flag->name +
                  " is missing; right would be --for TARGET --point N, as the file has them");
  const std::filesystem::path file =
      std::filesystem::path(operand(context.arguments, "FOLDER --for TARGET --point N")) / tuned_file;
  const auto rules = read_json_file(file);
  if (rules.is_discarded() || !rules.is_array())
    throw Error(file.string() +
                ": no file of tuned rules; right would be a folder that collsim tune has written");
  const std::string& name = target(context.arguments.text(flags::targets)).name;
  std::int64_t most = 0;
  for (const auto& rule : rules) {
    if (rule.at("target") != name) continue;
    most = std::max(most, rule.at("rule").get<std::int64_t>());
    if (rule.at("rule") != context.arguments.number(flags::point)) continue;
    const auto text = [&](const char* key) { return rule.at(key).get<std::string>(); };
    const auto number = [&](const char* key) { return rule.at(key).get<double>(); };
    const bool stays = text("theirs") == fixed_decision;
    const std::string own = text("theirs").empty() ? text("algorithm") : told_name(text("theirs"));
    fmt::print("{}: rule {} of {}\n  {} processes, {} bytes: {}\n", name, most, text("collective"),
               text("processes"), text("bytes"), own);
    if (!stays && own != text("algorithm")) fmt::print("  which is {} here\n", text("algorithm"));
    fmt::print(
        "  It takes {} of the cells of the grid, where it costs {} in the mean over the best that rules for "
        "{} may "
        "name, and {} at worst.\n",
        rule.at("calls").get<int>(), human_percent(number("mean")), name, human_percent(number("worst")));
    if (stays) fmt::print("  So the library serves them by itself.\n");
    if (text("second").empty()) {
      fmt::print("  No other algorithm may take all of these.\n");
      return 0;
    }
    if (rule.at("second_mean").is_number())
      fmt::print("  The next best, {}, would cost {} in the mean and {} at worst.\n",
                 told_name(text("second")), human_percent(number("second_mean")),
                 human_percent(number("second_worst")));
    if (rule.at("second_seconds").is_number() && number("seconds") < number("second_seconds"))
      fmt::print("  It saves most at {} on {} processes: {} instead of {}.\n",
                 human_bytes(rule.at("n").get<std::int64_t>()), rule.at("p").get<int>(),
                 human_seconds(number("seconds")), human_seconds(number("second_seconds")));
    if (!text("terms").empty()) fmt::print("  What decides there: {}.\n", text("terms"));
    return 0;
  }
  if (most == 0)
    throw Error(fmt::format("{} has no rules for {}; right would be --for with who they are for",
                            file.string(), name));
  throw Error(fmt::format("{} has no rule {} for {}; right would be --point 1 to {}", file.string(),
                          context.arguments.number(flags::point), name, most));
}

}  // namespace

int tune_and_refine(const Context& context, const Refine& refine) {
  const AskedTuning tuning = asked_tuning(context.arguments);
  Scenario scenario = asked_scenario(context, tuning);
  if (const std::string all = asks_all(context, scenario); !all.empty())
    throw Error(
        fmt::format("--launch measures what a simulation leaves open; right would be without {}", all));
  return tune_grid(context, scenario, tuning, refine);
}

Verb tune_verb() {
  return {
      "tune",
      "[verify [FOLDER]|measure FOLDER|trace]",
      "finds few rules that cost little, and writes the files that MPI libraries read; verify proves them, "
      "or each algorithm of a library; measure times an Open MPI by its own choices, under the rules and by "
      "each of its algorithms; trace reads an Open MPI's own choices out of it. Unless flags say otherwise, "
      "rules are for 2 to 1024 ranks (allgather, alltoall: 256), one a node, as far as the platform has "
      "nodes, and 8 B to 4 MiB",
      flags::of_answering(
          "results/tune, tune_measured, tune_verify, tune_measure or tune_trace",
          flags::with(
              {flags::dry_run,
               flags::launch.saying(
                   "COMMAND",
                   "what starts programs of the library, such as 'mpirun -n 8'; without verify, measure or "
                   "trace: measures the calls that simulations leave open"),
               flags::launches, flags::testbed},
              flags::with(
                  tuning_flags(),
                  {flags::cells.saying("FILE", "of --measured: " + flags::cells.meaning), flags::counterparts,
                   flags::measured.saying(
                       "MACHINE",
                       "tunes by what was measured there, and tells what rules cost at calls left out"),
                   full_flag, few_flag}))),
      {"collsim tune --platform leonardo --for openmpi-4.1,mpich-5 --collective allreduce,bcast",
       "collsim tune verify results/tune --for openmpi-4.1 --launch 'mpirun -n 8'"},
      tune_command};
}

Verb explain_rule_verb() {
  return {"explain-rule",
          "FOLDER --for TARGET --point N",
          "tells why a rule that tune has found is one",
          {flags::targets.saying("TARGET", "whose rule it is"),
           flags::point.saying("N", "its number in the table")},
          {"collsim explain-rule results/tune --for openmpi-4.1 --point 3",
           "collsim explain-rule results/tune --for mpich-5 --point 1"},
          explain_rule_command};
}

}  // namespace collsim
