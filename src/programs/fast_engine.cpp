#include "programs/fast_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include "backends/answering_program.hpp"
#include "backends/fast/client/facts.hpp"
#include "backends/fast/orders.hpp"
#include "backends/fast/origins.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/server.hpp"
#include "backends/trial/explained.hpp"
#include "backends/trial/memory.hpp"
#include "backends/trial/undisturbed.hpp"
#include "cli/answering.hpp"
#include "points/json.hpp"
#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// The platform asked on and, where that has no overrides, its variants with those of points.
class Variants {
 public:
  explicit Variants(Platform platform) : platform_(std::move(platform)) {}
  Variants(const Variants&) = delete;

  /// The platform of each point.
  std::vector<const Platform*> variants_of(const std::vector<Point>& points) {
    std::vector<const Platform*> found;
    for (const Point& point : points) found.push_back(&variant_of(point));
    return found;
  }

 private:
  const Platform& variant_of(const Point& point) {
    if (point.overrides.empty() || !platform_.overrides().empty()) return platform_;
    const auto known = loaded_.find(point.overrides);
    if (known != loaded_.end()) return known->second;
    return loaded_.emplace(point.overrides, Platform::load(platform_.file(), point.overrides)).first->second;
  }

  Platform platform_;
  std::map<std::map<std::string, std::string>, Platform> loaded_;
};

/// How many of such points are answered at once, at most: none hears of any before all are, so that they take seconds, not minutes,
/// also where none goes along with another.
std::size_t most_at_once(const Point& point, const Platform& platform) {
  constexpr double most = 32, patience = 2;  // seconds
  return static_cast<std::size_t>(std::min(most, patience / fast_backend().effort(point, platform)));
}

/// The points of `numbers` that may be answered together, in groups that fit the memory: as large as leaves each of `jobs` one,
/// where lanes are many.
std::vector<std::vector<std::size_t>> groups(const std::vector<const Platform*>& platforms,
                                             const std::vector<Point>& points,
                                             const std::vector<std::size_t>& numbers, int jobs,
                                             std::int64_t available) {
  constexpr std::size_t least = 8;
  std::map<Point, std::vector<std::size_t>> alike;
  for (const std::size_t number : numbers)
    if (const auto structure = fast_backend().structure(points[number])) alike[*structure].push_back(number);
  std::vector<std::vector<std::size_t>> found;
  for (const auto& [structure, all] : alike) {
    const auto parts = static_cast<std::size_t>(jobs);
    const std::size_t most = most_at_once(points[all.front()], *platforms[all.front()]);
    const std::size_t lanes = std::min(std::max((all.size() + parts - 1) / parts, least), most);
    for (std::size_t first = 0; lanes > 1 && first < all.size(); first += lanes) {
      const auto group = std::span(all).subspan(first, std::min(lanes, all.size() - first));
      if (group.size() > 1 && memory_together(points[group.front()], group.size()) <= available)
        found.emplace_back(group.begin(), group.end());
    }
  }
  // In the order of the points.
  std::ranges::sort(found);
  return found;
}

/// Answers what can be answered of groups; returns the numbers of that.
std::set<std::size_t> answer_groups(const std::vector<const Platform*>& platforms,
                                    const std::vector<Point>& points,
                                    const std::vector<std::vector<std::size_t>>& together, int jobs,
                                    std::int64_t available, int out) {
  const auto answer = [&](const std::vector<std::size_t>& group) {
    std::vector<Point> asked;
    std::vector<const Platform*> on;
    for (const std::size_t number : group) {
      asked.push_back(points[number]);
      on.push_back(platforms[number]);
    }
    const auto outcomes = fast::simulate_together(on, asked);
    std::map<std::size_t, Outcome> answers;
    for (std::size_t i = 0; i < group.size(); ++i)
      if (outcomes[i]) answers[group[i]] = *outcomes[i];
    return answers;
  };
  const Room room{available, [&](std::size_t task) {
                    return memory_together(points[together[task].front()], together[task].size());
                  }};
  return serve_groups(out, together, jobs, answer, room);
}

/// Answers what can be answered together, and takes that out of `left`. Points of a group
/// whose ranks do otherwise than the first one's may do alike.
void answer_together(const std::vector<const Platform*>& platforms, const std::vector<Point>& points,
                     std::vector<std::size_t>& left, int jobs, std::int64_t available, int out) {
  auto together = groups(platforms, points, left, jobs, available);
  while (!together.empty()) {
    const auto answered = answer_groups(platforms, points, together, jobs, available, out);
    const auto is_answered = [&](std::size_t number) { return answered.contains(number); };
    std::erase_if(left, is_answered);
    std::vector<std::size_t> others;
    for (const auto& group : together)
      if (std::ranges::any_of(group, is_answered))
        std::ranges::remove_copy_if(group, std::back_inserter(others), is_answered);
    together = groups(platforms, points, others, jobs, available);
  }
}

/// Where recording finds that ranks ask what has happened, that they do too much to write down, or that something is wrong, it
/// is for the point's own schedule to tell, if there is room for the counts of all ranks, which are fibers then.
Outcome simulate_alone(const Platform& platform, const Point& point, std::int64_t available) {
  if (is_recorded_first(platform, point)) {
    try {
      return fast::simulate_recorded(platform, point,
                                     fast_backend().memory_at_most(point, platform, available));
    } catch (const Error&) {
      if (fast_backend().memory(point) + memory_of_own_counts(point) > available) throw;
    }
  }
  return fast::simulate(platform, point);
}

/// For all trials, before they are forked. Where it cannot be read, each of them says so.
void read_network(const Platform& platform) {
  try {
    fast::network_of(platform);
  } catch (const PlatformError&) {
  }
}

void answer_points(const json& request, int out) {
  const Platform own = platform_of(request);
  read_network(own);
  Variants variants(own);
  const auto points = request.at("points").get<std::vector<Point>>();
  const std::vector<const Platform*> platforms = variants.variants_of(points);
  const int jobs = request.at("jobs");
  const bool traced = request.at("task") == "trace";
  const std::int64_t available = memory_available();
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < points.size(); ++i) {
    // Traces are of fibers, all of which hold their counts at once.
    const std::int64_t counts = traced ? memory_of_own_counts(points[i]) : 0;
    if (const std::int64_t needed = std::max(fast_backend().memory(points[i]), counts); needed <= available)
      left.push_back(i);
    else
      send_answer(out, i, failed(too_large(points[i], needed, available)));
  }
  if (!traced) answer_together(platforms, points, left, jobs, available, out);
  const auto trial = [&](std::size_t index) {
    const Point& point = points[index];
    std::vector<Trace> traces;
    const Platform& platform = *platforms[index];
    Outcome outcome = traced || point.balance ? fast::simulate(platform, point, &traces)
                                              : simulate_alone(platform, point, available);
    if (point.balance)
      tell_balance(outcome, traces, undisturbed_wire(platform, fast::network_of(platform), point));
    json answer = {{"outcome", outcome}};
    if (traced) answer["traces"] = traces;
    return answer;
  };
  const Room room{available, [&](std::size_t index) {
                    return fast_backend().memory_at_most(points[index], *platforms[index], available);
                  }};
  serve_trials(
      out, left, jobs, trial, [] { return false; }, room);
}

/// Of the only point.
json orders_of(const json& request) {
  const auto points = request.at("points").get<std::vector<Point>>();
  json all = json::array();
  for (const Order& each : fast::orders(platform_of(request), points.front()))
    all.push_back({{"expression", each.expression}, {"elements", each.elements}});
  return {{"orders", all}};
}

/// Of the only point.
json origins_of(const json& request) {
  const auto points = request.at("points").get<std::vector<Point>>();
  const Origins found = fast::origins(platform_of(request), points.front());
  return {{"contributes", found.contributes}, {"sent", found.sent}};
}

}  // namespace

int run_fast_engine() {
  return answer_request("the fast engine", [](const json& request, int out) {
    if (request.at("task") == "orders")
      send_line(out, orders_of(request));
    else if (request.at("task") == "origins")
      send_line(out, origins_of(request));
    else
      answer_points(request, out);
  });
}

}  // namespace collsim
