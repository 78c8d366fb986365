#include "backends/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <tuple>

#include "algorithms/facts/collective.hpp"
#include "platforms/properties.hpp"
#include "points/serving.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

[[noreturn]] void cannot_answer(const Backend& backend) {
  throw Error(fmt::format("this program cannot answer points of the backend {}; right would be {}",
                          backend.name().text(), backend.command()));
}

}  // namespace

void Backend::answer(const Platform&, const std::vector<Point>&, int, const Stop&, const Done&,
                     const Setup&) const {
  cannot_answer(*this);
}

Explained Backend::explain(const Platform&, const Point&, const Setup&) const {
  cannot_answer(*this);
}

std::vector<Order> Backend::orders(const Platform&, const Point&, const Setup&) const {
  cannot_answer(*this);
}

Origins Backend::origins(const Platform&, const Point&, const Setup&) const {
  cannot_answer(*this);
}

const Backend& backend(const BackendName& name) {
  for (const Backend* each : backends())
    if (each->name() == name) return *each;
  throw Error("unknown backend '" + name.text() + "'" +
              suggestion(name.text(), backend_names([](const Backend&) { return true; })));
}

bool is_predicted(const Point& point) {
  return backend(point).kind() == Backend::Kind::predicted;
}

bool is_simulated(const Point& point) {
  return backend(point).kind() == Backend::Kind::simulated;
}

std::vector<std::string> backend_names(const std::function<bool(const Backend&)>& condition) {
  std::vector<std::string> names;
  for (const Backend* each : backends())
    if (condition(*each)) names.push_back(each->name().text());
  return names;
}

std::vector<std::string> network_names() {
  std::vector<std::string> names;
  for (const Backend* each : backends())
    for (const NetworkName& network : each->networks())
      if (std::ranges::find(names, network.text()) == names.end()) names.push_back(network.text());
  return names;
}

bool is_truer(const Point& point, const Point& other) {
  const auto truth = [](const Point& asked) {
    const Backend& own = backend(asked);
    const auto networks = own.networks();
    const auto network = std::ranges::find(networks, asked.network);
    return std::tuple(own.kind(), -(std::ranges::find(backends(), &own) - backends().begin()),
                      network == networks.end() ? -1 : network - networks.begin());
  };
  return truth(point) > truth(other);
}

namespace {

/// Why nobody can tell what it costs that results are copied on write; empty where that can be told, or they are not.
std::string why_no_pages(const Point& point, const Platform& platform) {
  const Options options = serving(point).options;
  const auto result = options.values().find("result");
  if (result == options.values().end() || result->second != "cow") return {};
  switch (backend(point).kind()) {
    case Backend::Kind::predicted:
      return "formulas do not tell what mapping pages costs";
    case Backend::Kind::simulated:
      if (!page_costs(platform))
        return platform.name() + " does not say what mapping pages costs (page.map, ...)";
      break;
    case Backend::Kind::measured:
      break;
  }
  return {};
}

/// Whether a list of operators, with types or for all, as "sum int long, maxloc", has those of the point.
bool has_operand(const std::string& list, const Point& point) {
  return std::ranges::any_of(split_list(list), [&](const std::string& entry) {
    std::istringstream words(entry);
    const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
    return !all.empty() && all.front() == point.op &&
           (all.size() == 1 || std::ranges::count(all.begin() + 1, all.end(), point.type) > 0);
  });
}

/// Empty, or why a network that combines does not combine so.
std::string why_not_combined(const Point& point, const Platform& platform) {
  const char* combines = "collective_network.combines";
  if (!platform.has(combines))
    return platform.name() + " does not say what its network combines (collective_network.combines)";
  const std::string list = platform.text(combines);
  if (has_operand(list, point)) return {};
  return fmt::format("the collective network does not combine {} by {}; right would be one of: {}",
                     point.type, point.op, list);
}

/// Why the point's ranks cannot meet at a network that combines; empty if they can, or need not.
std::string why_no_collective_network(const Point& point, const Platform& platform) {
  const auto [about, options] = serving(point);
  const auto inner = algorithms_in(*about, options);
  if (std::ranges::none_of(inner, &Description::needs_collective_network)) return {};
  if (!about->needs_collective_network)
    return "the collective network joins all ranks, not a part of them; choose collective_network itself";
  if (backend(point).kind() == Backend::Kind::measured)
    return "MPI's point-to-point messages reach no network that combines; choose a backend that simulates or "
           "predicts";
  if (!collective_network(platform))
    return platform.name() +
           " has no network that combines (collective_network.latency, collective_network.bandwidth)";
  if (point.schedule == RunsAs::recorded)
    return "a recorded schedule does not tell who waits at the collective network; choose the schedule "
           "fibers";
  if (collective(point.collective).combines) return why_not_combined(point, platform);
  return {};
}

std::string why_no_balance(const Point& point) {
  if (!point.balance) return {};
  if (point.schedule == RunsAs::recorded)
    return "a recorded schedule does not tell how ranks spend their time; choose the schedule fibers";
  return why_no_trace(point);
}

}  // namespace

std::string why_no_trace(const Point& point) {
  return point.asks_library() ? "the library's messages leave no trace; choose another algorithm" : "";
}

std::string why_unsupported(const Point& point, const Platform& platform) {
  std::string why = backend(point).why_unsupported(point, platform);
  if (why.empty()) why = why_no_collective_network(point, platform);
  if (why.empty()) why = why_no_balance(point);
  if (why.empty()) why = why_no_pages(point, platform);
  if (!why.empty()) return why;
  return describe(point.collective, point.algorithm).why_unsupported(point.shape(), point.options);
}

std::vector<double> efforts(std::span<const Asked> points) {
  std::vector<std::optional<Point>> structures;
  std::map<Point, int> alike;
  for (const auto& [point, platform] : points)
    if (const auto& structure = structures.emplace_back(backend(*point).structure(*point)))
      ++alike[*structure];
  std::vector<double> found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [point, platform] = points[i];
    const Backend& who = backend(*point);
    const bool together = structures[i] && alike.at(*structures[i]) > 1;
    found.push_back(together ? who.effort_together(*point, *platform) : who.effort(*point, *platform));
  }
  return found;
}

std::vector<double> efforts_where_supported(std::span<const Asked> points) {
  std::vector<Asked> supported;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!why_unsupported(*points[i].point, *points[i].platform).empty()) continue;
    supported.push_back(points[i]);
    numbers.push_back(i);
  }
  const std::vector<double> found = efforts(supported);
  std::vector<double> all(points.size(), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) all[numbers[i]] = found[i];
  return all;
}

void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
            const Done& done, const Setup& setup) {
  for (const Backend* each : backends()) {
    std::vector<Point> asked;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].backend != each->name()) continue;
      asked.push_back(points[i]);
      numbers.push_back(i);
    }
    if (asked.empty() || stop()) continue;
    const auto heard = [&](std::size_t number, const Outcome& outcome) { done(numbers[number], outcome); };
    each->answer(platform, asked, jobs, stop, heard, setup);
  }
}

}  // namespace collsim
