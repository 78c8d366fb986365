#include "cli/context.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "cli/judging.hpp"
#include "cli/module.hpp"
#include "cli/shared_flags.hpp"
#include "cli/slurm.hpp"
#include "cli/spot_check.hpp"
#include "support/human.hpp"
#include "support/process.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// The fewest algorithms that take half of the time, by "allreduce/ring".
std::vector<std::pair<std::string, double>> costliest(const Forecast& expected) {
  std::vector<std::pair<std::string, double>> all(expected.by_algorithm.begin(), expected.by_algorithm.end());
  std::ranges::stable_sort(all, std::ranges::greater(), [](const auto& each) { return each.second; });
  double left = 0;
  for (const auto& [name, seconds] : all) left += seconds;
  left /= 2;
  const auto end = std::ranges::find_if(all, [&](const auto& each) { return (left -= each.second) <= 0; });
  all.erase(end == all.end() ? end : std::next(end), all.end());
  return all;
}

/// Tells which algorithms take most, and how to do without them where others are left.
std::string costs_text(const Forecast& expected, const Scenario& scenario, int jobs) {
  const auto most = costliest(expected);
  if (expected.by_algorithm.size() < 2 || most.size() == expected.by_algorithm.size()) return {};
  double all = 0;
  for (const auto& [name, seconds] : expected.by_algorithm) all += seconds;
  double without = all;
  std::vector<std::string> shares;
  for (const auto& [name, seconds] : most) {
    shares.push_back(fmt::format("{} {}", name, human_percent(seconds / all)));
    without -= seconds;
  }
  std::vector<std::string> others;
  bool one_collective = true;
  for (const Point& point : scenario.points) {
    one_collective &= point.collective == scenario.points.front().collective;
    const std::string name = point.collective + "/" + label(point);
    if (std::ranges::find(most, name, [](const auto& each) { return each.first; }) == most.end() &&
        std::ranges::find(others, label(point)) == others.end())
      others.push_back(label(point));
  }
  std::string text =
      wrapped(fmt::format("Most of it is taken by {}.", fmt::join(shares, ", ")), page_width()) + "\n";
  if (one_collective)
    text += fmt::format("Without, it takes about {}:\n  {}\n", human_seconds(without / jobs),
                        shell_line({"--algorithms", fmt::format("{}", fmt::join(others, ","))}));
  return text;
}

int print_forecast(Scenario& scenario, const Forecast& expected, const RunSettings& settings,
                   const AsksBesides& besides) {
  if (!expected.reasons.empty() && !settings.partial()) refuse_without_answer(expected.reasons);
  tell_left_out(scenario);
  fmt::print(
      "{}: {} in {}, {} unsupported, {} missing.\nThe rest takes about {} and {} of memory with -j "
      "{}.\n{}{}{}",
      counted(expected.points, "point"), expected.stored, settings.results.string(), expected.unsupported,
      expected.missing, human_seconds(expected.seconds), human_bytes(expected.bytes), settings.jobs,
      besides && !settings.partial() ? besides(scenario) : "",
      scenario.names_nobody && !settings.partial() ? forecast_of_sample(scenario) : "",
      costs_text(expected, scenario, settings.jobs));
  constexpr double hour = 3600;
  const auto by_judge = [&](std::size_t number) {
    return scenario.points[number].backend == judging_backend().name();
  };
  if (expected.seconds > hour && std::ranges::any_of(expected.pending, by_judge))
    fmt::print("--backend {} simulates the same in a small part of SMPI's time.\n",
               usual_backend(Backend::Kind::simulated).name().text());
  return 0;
}

}  // namespace

Answer Context::answer() const {
  return [&](const auto&... asked) { collsim::answer(asked..., setup); };
}

RunSettings settings_of(const Context& context, const Scenario& scenario) {
  open_modules(scenario.points);
  const CommandLine& arguments = context.arguments;
  RunSettings settings;
  settings.results = results_folder(arguments, scenario.name);
  settings.jobs = arguments.number(flags::jobs);
  settings.share = parse_share(arguments.text(flags::shard));
  if (!arguments.text(flags::pending).empty())
    settings.pending = read_pending(arguments.text(flags::pending), scenario);
  return settings;
}

int perform(const Context& context, Scenario& scenario, const Present& present, const AsksBesides& besides) {
  const CommandLine& arguments = context.arguments;
  const RunSettings settings = settings_of(context, scenario);
  if (arguments.has(flags::dry_run))
    return print_forecast(scenario, forecast(scenario, settings), settings, besides);
  if (arguments.has(flags::slurm)) {
    const Forecast expected = forecast(scenario, settings);
    if (!expected.pending.empty()) return run_on_slurm(arguments, scenario, settings, expected);
  }
  const bool compared = !scenario.published.empty() && !settings.partial();
  const Compare compare = compared ? judging().compare : Compare{};
  std::vector<Row> answered;
  const Present keep = [&](Scenario& asked, const std::vector<Row>& rows,
                           const std::filesystem::path& folder) {
    present(asked, rows, folder);
    answered = rows;
  };
  const int status =
      run_and_present(scenario, settings, context.answer(), shell_line(context.line), keep, compare);
  if (scenario.names_nobody && !answered.empty()) judge_sample(context, scenario, settings, answered);
  return status;
}

void open_modules(const std::vector<Point>& points) {
  for (const Point& point : points)
    if (const std::string module = backend(point).module(); !module.empty()) open_module(module);
}

void refuse_elsewhere(const CommandLine& arguments, const std::string& why) {
  for (const char* flag : {"dry-run", "shard", "pending", "slurm"})
    if (arguments.given.contains(flag)) throw Error(fmt::format("--{} means nothing to {}", flag, why));
}

Point asked_point(const Context& context) {
  const Scenario scenario = load_asked(context.arguments);
  const auto number = static_cast<std::size_t>(context.arguments.number(flags::point));
  if (number < 1 || number > scenario.points.size())
    throw Error(fmt::format("{}; right would be --point 1 to {}, as collsim expand numbers them",
                            context.arguments.given.contains("point")
                                ? fmt::format("{} has no point {}", context.arguments.words[1],
                                              context.arguments.number(flags::point))
                                : context.arguments.words.front() + " needs a point",
                            scenario.points.size()));
  open_modules({scenario.points[number - 1]});
  return scenario.points[number - 1];
}

}  // namespace collsim
