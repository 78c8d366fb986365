#include "cli/check/validate_measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "backends/backend.hpp"
#include "cli/check/calibrate.hpp"
#include "cli/check/import.hpp"
#include "cli/check/predictions.hpp"
#include "cli/present.hpp"
#include "cli/robust.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/validation/flat_model.hpp"
#include "evidence/validation/measured.hpp"
#include "evidence/validation/measured_fit.hpp"
#include "evidence/validation/measured_moves.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/rank_files.hpp"
#include "support/human.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

using PlatformChanges = std::vector<std::pair<std::string, std::string>>;

PlatformChanges known_ranges(const std::vector<MeasuredCell>& cells) {
  PlatformChanges changes = stated_changes(cells);
  if (changes.empty())
    throw Error("--ranges: the platform states none; right would be a property such as range.send_overhead");
  return changes;
}

/// What flat models make of the cells: fitted to all of the machine's, whichever were asked for, and to those that calibrate.
std::vector<Row> flat_predictions(const std::vector<MeasuredCell>& known,
                                  const std::vector<MeasuredCell>& cells) {
  std::vector<Row> rows = flat_rows(cells, fit_flat(known, false), "flat");
  std::ranges::move(flat_rows(cells, fit_flat(known, true), "flat_calibrated"), std::back_inserter(rows));
  return rows;
}

MeasuredJobs asked_jobs(const CommandLine& arguments) {
  MeasuredJobs jobs;
  if (const std::string ranks = flag(arguments, "processes", ""); !ranks.empty())
    for (const Size& size : parse_sizes(ranks)) jobs.ranks.insert(static_cast<int>(size.value));
  if (const std::string collectives = flag(arguments, "collective", ""); !collectives.empty())
    for (const auto& name : split_list(collectives)) jobs.collectives.insert(name);
  return jobs;
}

MeasuredFiles asked_files(const CommandLine& arguments) {
  MeasuredFiles files;
  if (arguments.words.size() > 2) files.columns.machine = arguments.words[2];
  files.cells = arguments.text(flags::cells).empty() ? measured_folder() / "cells.csv"
                                                     : fs::path(arguments.text(flags::cells));
  files.counterparts = counterparts_of(arguments);
  files.platform = flag(arguments, "platform", files.columns.machine);
  files.mpi = arguments.text(flags::mpi);
  if (const std::string changes = flag(arguments, "overrides", ""); !changes.empty())
    files.overrides = parse_changes(changes, "--overrides");
  if (files.platform.empty())
    throw Error(
        "what to predict is told by a machine or by --cells FILE and --platform FILE; right would be collsim "
        "validate measured MACHINE");
  // What one number and one name say of the jobs holds of tables without such a column.
  const MeasuredJobs jobs = asked_jobs(arguments);
  files.columns.ours = columns_of(arguments);
  files.columns.type = flag(arguments, "type", files.columns.type);
  if (jobs.ranks.size() == 1) files.columns.processes = *jobs.ranks.begin();
  if (jobs.collectives.size() == 1) files.columns.collective = *jobs.collectives.begin();
  return files;
}

/// Ranks come to the calls as scenarios say it: ranks that a barrier lets go apart did not begin together.
std::vector<MeasuredCell> with_arrival(std::vector<MeasuredCell> cells, const std::string& arrival) {
  if (!names_file(arrival)) {
    for (MeasuredCell& cell : cells) cell.row.point.arrival = Arrival::parse(arrival);
    return cells;
  }
  const std::vector<double> all = read_moments(arrival);
  for (MeasuredCell& cell : cells) {
    if (std::ssize(all) < cell.time.processes)
      throw Error(fmt::format("{}: has {} ranks; right would be {}, as a job has, or --processes", arrival,
                              all.size(), cell.time.processes));
    cell.row.point.arrival = {.pattern = ArrivalPattern::measured,
                              .moments = {arrival, {all.begin(), all.begin() + cell.time.processes}}};
  }
  return cells;
}

/// Keys that say something of a job that was measured. Throws Error for another, which would change nothing.
void check_keys(const CommandLine& arguments) {
  static const std::set<std::string> known = {"arrival",   "backends", "collective", "network",
                                              "overrides", "platform", "processes",  "type"};
  for (const auto& [key, value] : arguments.scenario)
    if (!known.contains(key))
      throw Error(fmt::format("--{} means nothing to 'validate measured', whose table says it", key));
}

/// How many choices each who answers has that hold within the platform's ranges, and whether these are better. Empty where the
/// platform has none.
std::string robust_choices(const Judgement& judgement, const Dependences& dependences) {
  std::map<std::string, Judgement> answered;
  std::map<std::pair<std::string, Point>, bool> robust;
  for (const Judged& each : judgement.judged)
    if (const auto its = dependences.find(race(each.answer.point)); its != dependences.end()) {
      answered[each.by()].judged.push_back(each);
      robust[{each.by(), race(each.question().question())}] = its->second.robust();
    }
  std::string text;
  for (const auto& [by, its] : answered) {
    const auto group = [&robust, &who = by](const Point& question) {
      const bool holds = robust.at({who, race(question.question())});
      return std::optional(AnswerGroup{holds ? 0 : 1, holds ? "robust" : "other"});
    };
    for (const Choices& each : choices_by(its, group))
      text += fmt::format("{}: {} {} choices, {} right or at most {} slower than the best, mean regret {}\n",
                          by, each.cells, each.of.name,
                          human_percent(static_cast<double>(each.near) / static_cast<double>(each.cells)),
                          human_percent(little), human_percent(each.regret));
  }
  return text;
}

/// Who predicts the cells: who is asked, else a simulator and the formulas.
std::vector<std::string> asked_backends(const CommandLine& arguments) {
  if (const std::string named = flag(arguments, "backends", ""); !named.empty()) return split_list(named);
  return {usual_backend(Backend::Kind::simulated).name().text(),
          usual_backend(Backend::Kind::predicted).name().text()};
}

/// Tells what it leaves out.
std::vector<MeasuredCell> told_cells(const MeasuredFiles& files) {
  LeftOut left_out;
  auto cells = read_measured(files, left_out);
  fmt::print(stderr, "{}", left_out.to_text(files.cells));
  return cells;
}

}  // namespace

std::string flag(const CommandLine& arguments, const char* name, const std::string& otherwise) {
  const auto place = arguments.scenario.find(name);
  return place == arguments.scenario.end() ? otherwise : place->second;
}

Point asked_predictor(const CommandLine& arguments, const Platform& platform) {
  Point as;
  as.backend = flag(arguments, "backends", usual_backend(Backend::Kind::simulated).name().text());
  as.network = backend(as).network(flag(arguments, "network", ""), platform);
  as.schedule = backend(as).schedule(RunsAs::fibers);
  return as;
}

std::vector<MeasuredCell> asked_cells(const CommandLine& arguments) {
  return cells_of(told_cells(asked_files(arguments)), asked_jobs(arguments));
}

int validate_measured(const Context& context) {
  const CommandLine& arguments = context.arguments;
  check_keys(arguments);
  const MeasuredFiles files = asked_files(arguments);
  const std::string machine = fs::path(files.platform).stem().string();
  const auto known = told_cells(files);
  const auto cells = with_arrival(cells_of(known, asked_jobs(arguments)), flag(arguments, "arrival", "none"));
  const auto beside = flat_predictions(known, cells);
  // As the platform is, then with each of --set, and at the ends of ranges.
  std::vector<std::string> changes = {""};
  std::vector<std::vector<MeasuredCell>> asked = {cells};
  const auto ask = [&](const std::string& name, std::vector<MeasuredCell> changed) {
    changes.push_back(name);
    asked.push_back(std::move(changed));
  };
  for (const auto& change : arguments.texts(flags::set)) ask(change, with_change(cells, change));
  if (arguments.has(flags::ranges))
    for (const auto& [platform, change] : known_ranges(cells))
      ask(fmt::format("{} of {}", change, fs::path(platform).stem().string()),
          with_change(cells, change, platform));
  std::vector<MeasuredCell> all;
  for (const auto& some : asked) all.insert(all.end(), some.begin(), some.end());
  Scenario scenario = measured_scenario(all, asked_backends(arguments),
                                        split_list(flag(arguments, "network", "hockney,loggp,links")));
  scenario.name = "measured_" + machine;
  return perform(
      context, scenario,
      [&](Scenario& answered, std::vector<Row> rows, const fs::path& folder) {
        const std::vector<Row> own = rows;
        // Flat models do not know the platform's numbers, so that no change is asked of them.
        std::vector<MeasuredMove> moves;
        for (std::size_t i = 1; i < asked.size(); ++i)
          moves.push_back({changes[i], judge_measured(asked[i], rows)});
        rows.insert(rows.end(), beside.begin(), beside.end());
        const Judgement judgement = judge_measured(cells, rows);
        const std::string text =
            to_text(judgement, most_calibrated(cells), machine) + moves_text(judgement, moves);
        present_judgement(judgement, text, folder / "measured", machine, sources_of(answered));
        fmt::print("{}",
                   robust_choices(judgement, ask_robustness(context, answered, own, folder).dependences));
      },
      forecast_of_ranges(context));
}

int calibrate_measured(const Context& context) {
  const CommandLine& arguments = context.arguments;
  if (arguments.given.contains("overrides"))
    throw Error(
        "--overrides means nothing to 'calibrate measured', which changes the platform's numbers itself");
  const MeasuredFiles files = asked_files(arguments);
  const auto cells = cells_of(told_cells(files), asked_jobs(arguments));
  const fs::path folder = arguments.text(flags::results).empty() ? fs::path(calibration_folder)
                                                                 : fs::path(arguments.text(flags::results));
  const Predict predict = [&](const Platform& platform, const std::vector<Point>& points) {
    std::vector<Outcome> outcomes(points.size());
    context.answer()(
        platform, points, arguments.number(flags::jobs), [] { return false; },
        [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
    return outcomes;
  };
  const auto platforms = calibrated_platforms(cells);
  if (platforms.empty())
    throw Error(fmt::format(
        "no cell of {} calibrates {}; right would be a platform whose 'calibrated.cells' has some of them",
        files.cells.string(), files.platform));
  for (const auto& name : platforms) {
    const Platform plain = Platform::load(name);
    const MeasuredFit found = fit_measured(name, cells, asked_predictor(arguments, plain), predict);
    const fs::path file = folder / (plain.name() + ".xml");
    write_atomically(file, Platform::load(name, found.overrides).xml());
    fmt::print("{}: {} cells, median deviation {:.1f} % before, {:.1f} % after the fit\n", plain.name(),
               found.cells, 100 * std::expm1(found.before), 100 * std::expm1(found.after));
    for (const auto& [number, value] : found.overrides) fmt::print("  {} {}\n", number, value);
    fmt::print("Platform: {}\n", file.string());
  }
  return 0;
}

}  // namespace collsim
