#include "cli/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "backends/backend.hpp"
#include "backends/traced.hpp"
#include "backends/trial/undisturbed.hpp"
#include "cli/shared_flags.hpp"
#include "lab/decisions/derivatives.hpp"
#include "lab/decisions/winners.hpp"
#include "points/json.hpp"
#include "support/json.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string describe_point(const Point& point) {
  return fmt::format("{}/{} on {}, p = {} ({} per node, {}), {} bytes ({} x {}, {}){}", point.collective,
                     label(point), point.platform, point.processes, point.ppn.text(),
                     point.places.empty() ? to_text(point.mapping) : point.places.name(), point.bytes(),
                     point.count, point.type, point.op,
                     point.arrival.none() ? "" : ", arriving " + point.arrival.text());
}

std::string microseconds(double seconds) {
  return fmt::format("{:.3f} us", seconds * 1e6);
}

/// A share of all, which may be nothing.
std::string percent(double part, double all) {
  return fmt::format("{:.1f} %", all > 0 ? 100 * part / all : 0.0);
}

std::string shares_table(const CriticalPath& path) {
  const double total = path.end - path.begin;
  const auto line = [&](const char* name, double seconds, const char* meaning) {
    return std::vector<std::string>{name, microseconds(seconds), percent(seconds, total), meaning};
  };
  const Shares& shares = path.shares;
  const TextTable table{
      .headings = {{}, {"", false}, {"", false}, {}},
      .lines = {line("alpha", shares.alpha, "latency of the messages on the path"),
                line("beta", shares.beta, "their bytes on the undisturbed wire"),
                line("gamma", shares.gamma, "combining"), line("copying", shares.copying, "copies"),
                line("waiting", shares.waiting, "contention, and what no event explains")}};
  return fmt::format("Critical path: {}\n", microseconds(total)) + aligned(table, "  ");
}

constexpr std::array kinds = {"message", "combine", "copy", "wait"};  // of Segment::Kind

std::string kind_of(const Segment& step) {
  return kinds.at(static_cast<std::size_t>(step.kind));
}

std::vector<std::string> step_line(std::size_t number, const Segment& step, double begin) {
  std::string what = kind_of(step);
  what += step.kind == Segment::Kind::message ? fmt::format(" {} -> {}", step.from, step.to)
                                              : fmt::format(" on {}", step.rank);
  return {std::to_string(number), what, fmt::format("{} B", step.bytes),
          fmt::format("{:.3f} .. {}", (step.begin - begin) * 1e6, microseconds(step.end - begin)),
          microseconds(step.end - step.begin)};
}

std::string steps_table(const CriticalPath& path, std::size_t longest) {
  TextTable table{.headings = {{"", false}, {}, {"", false}, {"", false}, {"", false}}, .lines = {}};
  const std::size_t steps = path.segments.size();
  const std::size_t head = steps <= longest ? steps : longest / 2;
  const std::size_t tail = steps <= longest ? steps : steps - (longest - head);
  for (std::size_t i = 0; i < head; ++i)
    table.lines.push_back(step_line(i + 1, path.segments[i], path.begin));
  if (tail > head) table.lines.push_back({"...", fmt::format("{} more steps", tail - head), "", "", ""});
  for (std::size_t i = tail; i < steps; ++i)
    table.lines.push_back(step_line(i + 1, path.segments[i], path.begin));
  return "Its steps:\n" + aligned(table, "  ");
}

std::string links_table(const std::vector<LinkLoad>& loads, double total) {
  constexpr std::size_t most = 10;
  if (loads.empty()) return {};
  TextTable table{.headings = {{}, {"", false}, {"", false}}, .lines = {}};
  for (std::size_t i = 0; i < std::min(most, loads.size()); ++i)
    table.lines.push_back(
        {loads[i].link, fmt::format("{} B", loads[i].bytes), percent(loads[i].seconds, total) + " busy"});
  return fmt::format("Busiest links, of {} in use:\n", loads.size()) + aligned(table, "  ");
}

std::string derivatives_text(const Setup& setup, const Platform& platform, const Point& point,
                             const CriticalPath& path) {
  const auto on_path = [&](const Platform& changed) { return undisturbed_seconds(changed, point, path); };
  const double total = path.end - path.begin;
  if (std::abs(on_path(platform) - total) <= tie_tolerance * total)
    return "\nDerivatives, of the critical path, exact while it is the critical one:\n" +
           to_text(derivatives(platform, on_path));
  // SimGrid has its platform for good once it has simulated in this process.
  if (!backend(point).asks_anew())
    return fmt::format(
        "\nDerivatives: unknown, as there is waiting on the path; right would be --backend {}, or collsim "
        "whatif --tornado --factor x1.001\n",
        usual_backend(Backend::Kind::simulated).name().text());
  const auto again = [&](const Platform& changed) { return traced(setup, changed, point).outcome.seconds; };
  return "\nDerivatives, by simulating again with each number a thousandth less and more, as there is "
         "waiting:\n" +
         to_text(derivatives(platform, again));
}

/// A simulated point, and why it takes its time.
struct ExplainedPoint {
  Platform platform;
  Explained run;
  CriticalPath path;
};

ExplainedPoint reason(const Setup& setup, const Point& point) {
  const Platform platform = Platform::load(point.platform, point.overrides);
  Explained run = traced(setup, platform, point);
  CriticalPath path = critical_path(run.traces, run.begin(), run.wire, undisturbed_work(platform, point));
  return {platform, std::move(run), std::move(path)};
}

nlohmann::json step_as_json(const Segment& step, double begin) {
  return {{"kind", kind_of(step)},   {"rank", step.rank},
          {"from", step.from},       {"to", step.to},
          {"bytes", step.bytes},     {"begin", step.begin - begin},
          {"end", step.end - begin}, {"seconds", step.end - step.begin}};
}

std::string explain(const Setup& setup, const Point& point, bool with_derivatives) {
  constexpr std::size_t longest = 40;
  const auto [platform, run, path] = reason(setup, point);
  return describe_point(point) + "\n\n" + shares_table(path) + "\n" + steps_table(path, longest) + "\n" +
         links_table(link_loads(run.traces, run.route), path.end - path.begin) +
         (with_derivatives ? derivatives_text(setup, platform, point, path) : "");
}

/// Tells programs the same, in JSON: `seconds`; `shares` and `links`, of which each has seconds; `steps`, all of them, whose
/// seconds count from the common start. Bytes are in `bytes`.
std::string explain_as_json(const Setup& setup, const Point& point) {
  const ExplainedPoint found = reason(setup, point);
  const CriticalPath& path = found.path;
  const Shares& shares = path.shares;
  nlohmann::json all = {{"point", point}, {"seconds", path.end - path.begin}};
  for (const auto& [part, seconds] : {std::pair{"alpha", shares.alpha},
                                      {"beta", shares.beta},
                                      {"gamma", shares.gamma},
                                      {"copying", shares.copying},
                                      {"waiting", shares.waiting}})
    all["shares"].push_back({{"part", part}, {"seconds", seconds}});
  all["steps"] = all["links"] = nlohmann::json::array();
  for (const Segment& step : path.segments) all["steps"].push_back(step_as_json(step, path.begin));
  for (const LinkLoad& load : link_loads(found.run.traces, found.run.route))
    all["links"].push_back({{"link", load.link}, {"bytes", load.bytes}, {"seconds", load.seconds}});
  return all.dump(1) + "\n";
}

int explain_command(const Context& context) {
  if (asked_format(context.arguments, {"table", "json"}) == "json") {
    if (context.arguments.has(flags::derivatives))
      throw Error("--derivatives means nothing beside --format json");
    fmt::print("{}", explain_as_json(context.setup, asked_point(context)));
    return 0;
  }
  fmt::print("{}", explain(context.setup, asked_point(context), context.arguments.has(flags::derivatives)));
  return 0;
}

}  // namespace

Verb explain_verb() {
  return {"explain",
          "SCENARIO --point N",
          "tells what a point's time is made of: its critical path and busiest links",
          flags::with({flags::derivatives, flags::format.saying("table|json", flags::format.meaning),
                       flags::point, flags::plugin},
                      key_flags()),
          {"collsim explain quickstart --point 3", "collsim explain quickstart --point 3 --derivatives"},
          explain_command};
}

}  // namespace collsim
