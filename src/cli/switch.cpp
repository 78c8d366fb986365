#include "cli/switch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "cli/inquiry.hpp"
#include "cli/robust.hpp"
#include "cli/shared_flags.hpp"
#include "cli/write_cells.hpp"
#include "figures/plots/switches.hpp"
#include "lab/decisions/formula_times.hpp"
#include "lab/decisions/switches.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/scenarios/expand.hpp"
#include "support/human.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr const char* usual_sizes = "8..16M";

/// Of "8..16M" the two ends, as a range that a scenario takes; other lists as they are.
std::string ends_of(const std::string& bytes) {
  if (bytes.find("..") == std::string::npos || bytes.find_first_of(":,") != std::string::npos) return bytes;
  const Interval ends = parse_interval(bytes, {1, largest_size}, Of::bytes);
  if (ends.first == ends.last)
    throw Error(fmt::format("is '{}', one size; right would be a range such as {}", bytes, usual_sizes));
  return fmt::format("{}..{}:x{:.17g}", ends.first, ends.last,
                     static_cast<double>(ends.last) / static_cast<double>(ends.first));
}

/// What the flags ask, by the fast engine and without data unless they say so.
Scenario asked_scenario(const Context& context) {
  Flags flags = context.arguments.scenario;
  flags["collective"] = operand(context.arguments, "COLLECTIVE");
  if (!flags.contains("processes") && !flags.contains("placement"))
    throw Error("'switch' does not know how many ranks; right would be --processes 64");
  flags.try_emplace("algorithms", "*");
  flags.try_emplace("backends", usual_backend(Backend::Kind::simulated).name().text());
  flags.try_emplace("data", "time");
  if (!flags.contains("count")) try {
      flags["bytes"] = ends_of(flags.contains("bytes") ? flags["bytes"] : usual_sizes);
    } catch (const Error& error) {
      throw Error(fmt::format("--bytes {}", error.what()));
    }
  Scenario scenario = parse_scenario("{}", "switch", flags);
  scenario.name = "switch_" + flags["collective"];
  return scenario;
}

/// Points that differ in their algorithms and sizes only.
struct SwitchContest {
  std::map<std::string, Point> by_label;
  SwitchQuestion question;

  Point point(const std::string& algorithm, std::int64_t bytes) const {
    Point point = by_label.at(algorithm);
    point.count = nearest_count(point, bytes, operand_type(point.type).size);
    return point;
  }
};

std::vector<SwitchContest> contests_of(const std::vector<Point>& points) {
  std::vector<SwitchContest> contests;
  std::map<Point, std::size_t> places;
  for (const Point& point : points) {
    Point conditions = race(point);
    conditions.count = 0;
    const auto [place, added] = places.emplace(conditions, contests.size());
    if (added) contests.emplace_back();
    SwitchContest& contest = contests[place->second];
    if (contest.by_label.emplace(label(point), point).second)
      contest.question.algorithms.push_back(label(point));
    auto& sizes = contest.question.sizes;
    if (std::ranges::find(sizes, point.bytes()) == sizes.end()) sizes.push_back(point.bytes());
  }
  for (SwitchContest& contest : contests)
    contest.question.fitting = [point = contest.by_label.begin()->second](std::int64_t bytes) {
      const std::int64_t width = operand_type(point.type).size;
      return width * nearest_count(point, bytes, width);
    };
  return contests;
}

/// Throws Error where nothing can be switched.
void check(const std::vector<SwitchContest>& contests, const std::string& collective_name) {
  if (collective(collective_name).size == Collective::Size::nothing)
    throw Error(fmt::format("a {} moves no data, so that there is no size to switch at", collective_name));
  for (const SwitchContest& contest : contests) {
    if (contest.question.algorithms.size() < 2)
      throw Error(fmt::format("--algorithms names {} alone; right would be two or more",
                              contest.question.algorithms.front()));
    if (contest.question.sizes.size() < 2)
      throw Error(fmt::format("--bytes leaves calls of {} processes one size; right would be a wider range",
                              contest.by_label.begin()->second.processes));
  }
}

std::vector<std::map<std::string, double>> answers(Inquiry& inquiry,
                                                   const std::vector<SwitchContest>& contests,
                                                   const std::vector<SizeQuery>& queries) {
  std::vector<Point> points;
  for (const SizeQuery& query : queries)
    for (const auto& algorithm : query.algorithms)
      points.push_back(contests[query.question].point(algorithm, query.bytes));
  const std::vector<Outcome> outcomes = inquiry(points);
  std::vector<std::map<std::string, double>> found;
  auto outcome = outcomes.begin();
  for (const SizeQuery& query : queries) {
    auto& seconds = found.emplace_back();
    for (const auto& algorithm : query.algorithms) {
      if (outcome->ok()) seconds[algorithm] = outcome->seconds;
      ++outcome;
    }
  }
  return found;
}

/// Algorithms of which one time takes longer than this, seconds of a core, are not asked unless somebody names them.
constexpr double patience = 5;

bool is_costly(const SwitchContest& contest, Scenario& scenario, const std::string& algorithm) {
  return std::ranges::any_of(contest.question.sizes, [&](std::int64_t bytes) {
    const Point point = contest.point(algorithm, bytes);
    const Platform& platform = scenario.platforms.of_point(point);
    return why_unsupported(point, platform).empty() && backend(point).effort(point, platform) > patience;
  });
}

/// Takes them out of the question and returns them; none where no two others are left.
std::vector<std::string> take_costly(const SwitchContest& contest, Scenario& scenario,
                                     SwitchQuestion& question) {
  std::vector<std::string> costly, others;
  for (const auto& algorithm : question.algorithms)
    (is_costly(contest, scenario, algorithm) ? costly : others).push_back(algorithm);
  if (others.size() < 2) return {};
  question.algorithms = others;
  return costly;
}

/// "ring (its formula says 1.1 times as long as the fastest, or more)"
std::string costly_text(const std::string& algorithm, const SwitchQuestion& question,
                        const TimesBySize& times) {
  std::optional<double> least;
  for (const auto& [bytes, seconds] : times) {
    const double best =
        std::ranges::min_element(seconds, {}, &TimesBySize::mapped_type::value_type::second)->second;
    if (const auto expected = question.expected(algorithm, bytes))
      least = std::min(least.value_or(*expected / best), *expected / best);
  }
  if (!least) return algorithm + " (no formula)";
  return fmt::format("{} (its formula says {} times as long as the fastest, or more)", algorithm,
                     *least < 10 ? fmt::format("{:.2g}", *least) : fmt::format("{:.0f}", *least));
}

void tell_costly(const std::vector<std::string>& costly, const SwitchQuestion& question,
                 const SwitchesDrawn& found) {
  if (costly.empty()) return;
  std::vector<std::string> names;
  for (const auto& algorithm : costly) names.push_back(costly_text(algorithm, question, found.times));
  fmt::print("{}\n", wrapped(fmt::format("Not asked on {} processes, as one time takes more than {:g} s: {}. "
                                         "--algorithms asks them.",
                                         found.found.conditions.processes, patience, fmt::join(names, ", ")),
                             page_width()));
}

/// What the search asks if formulas are right.
struct Rehearsal {
  std::size_t points = 0;
  double seconds = 0;  ///< of one core
};

Rehearsal rehearse(const std::vector<SwitchContest>& contests, const std::vector<SwitchQuestion>& questions,
                   Scenario& scenario) {
  Rehearsal found;
  look_for_switches(questions, [&](const std::vector<SizeQuery>& queries) {
    std::vector<std::map<std::string, double>> answers;
    for (const SizeQuery& query : queries) {
      auto& seconds = answers.emplace_back();
      for (const auto& algorithm : query.algorithms) {
        const Point point = contests[query.question].point(algorithm, query.bytes);
        const Platform& platform = scenario.platforms.of_point(point);
        if (!why_unsupported(point, platform).empty()) continue;
        ++found.points;
        found.seconds += backend(point).effort(point, platform);
        if (const auto expected = questions[query.question].expected(algorithm, query.bytes))
          seconds[algorithm] = *expected;
      }
    }
    return answers;
  });
  return found;
}

void tell(const std::vector<SwitchesDrawn>& drawn, Scenario& scenario, const std::filesystem::path& folder) {
  std::vector<Switches> found;
  for (const SwitchesDrawn& each : drawn) found.push_back(each.found);
  fmt::print("Where another algorithm becomes the fastest, to {:.0f} %:\n{}", 100 * (switch_resolution - 1),
             to_text(found));
  fmt::print(
      "{}\n",
      wrapped("at half, at twice: by how much longer a call takes there than by the fastest, if it is "
              "served by this algorithm at half of the size already, or by the one before at twice the size "
              "still.",
              page_width()));
  const std::string file = (folder / "switches").string();
  write_cells(file, to_cells(found));
  fmt::print("Switches: {0}.csv, {0}.json\n", file);
  const std::string title =
      fmt::format("At which sizes of {} on {} does another algorithm become the fastest?",
                  found.front().conditions.collective, found.front().conditions.platform);
  for (const auto& picture : draw_switches(drawn, file, title, sources_of(scenario)))
    fmt::print("Figure: {}\n", picture);
}

int switch_command(const Context& context) {
  Scenario scenario = asked_scenario(context);
  const std::vector<SwitchContest> contests = contests_of(scenario.points);
  check(contests, scenario.points.front().collective);
  std::vector<SwitchQuestion> questions;
  std::map<const Platform*, FormulaTimes> formulas;
  for (const SwitchContest& contest : contests) {
    SwitchQuestion& question = questions.emplace_back(contest.question);
    const Platform& platform = scenario.platforms.of_point(contest.by_label.begin()->second);
    FormulaTimes& own = formulas.try_emplace(&platform, platform).first->second;
    question.expected = [&own, &contest](const std::string& algorithm,
                                         std::int64_t bytes) -> std::optional<double> {
      const Point point = contest.point(algorithm, bytes);
      if (!why_unsupported(point, own.platform()).empty()) return std::nullopt;
      return own.seconds(point);
    };
  }
  const std::string caveat = caveat_inside_nodes(scenario);
  std::vector<std::vector<std::string>> costly(contests.size());
  for (std::size_t i = 0; i < contests.size() && !context.arguments.scenario.contains("algorithms"); ++i)
    costly[i] = take_costly(contests[i], scenario, questions[i]);
  const Rehearsal rehearsal = rehearse(contests, questions, scenario);
  if (context.arguments.has(flags::dry_run)) {
    tell_left_out(scenario);
    fmt::print("If formulas are right, {} points are asked, which take about {} with -j {}.\n",
               rehearsal.points, human_seconds(rehearsal.seconds / context.arguments.number(flags::jobs)),
               context.arguments.number(flags::jobs));
    return 0;
  }
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    inquiry.forecast(rehearsal.points, rehearsal.seconds);
    const auto times = look_for_switches(questions, [&](const std::vector<SizeQuery>& queries) {
      return answers(inquiry, contests, queries);
    });
    std::vector<SwitchesDrawn> found;
    for (std::size_t i = 0; i < contests.size(); ++i)
      found.push_back({{contests[i].by_label.begin()->second, stretches(questions[i], times[i])}, times[i]});
    tell(found, scenario, inquiry.folder());
    fmt::print("{}", caveat);
    for (std::size_t i = 0; i < contests.size(); ++i) tell_costly(costly[i], questions[i], found[i]);
  });
}

}  // namespace

Verb switch_verb() {
  return {
      "switch",
      "COLLECTIVE",
      "tells at which sizes to go over from one algorithm to another, and what it costs to do so earlier or "
      "later",
      flags::with({flags::jobs, flags::dry_run,
                   flags::results.saying("DIR", "folder for answers (default results/switch_COLLECTIVE)"),
                   flags::plugin},
                  flags::keys_but({"collective", "figures", "published"})),
      {"collsim switch allreduce --platform star --processes 16,64",
       "collsim switch allgather --platform ./mine.xml --processes 48,4096 --ppn all --bytes 64..1M"},
      switch_command};
}

}  // namespace collsim
