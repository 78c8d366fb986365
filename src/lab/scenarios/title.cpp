#include "lab/scenarios/title.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "backends/backend.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// Each once, in their order; many by their number.
template <class Of>
std::string all_of(const std::vector<Point>& points, const char* what, const Of& of) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (const Point& point : points)
    if (std::ranges::find(names, of(point)) == names.end()) names.push_back(of(point));
  if (names.size() > most) return fmt::format("{} {}", names.size(), what);
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

/// What all points have in common; empty where they differ or it is nothing.
template <class Of>
std::string common(const std::vector<Point>& points, const Of& of) {
  const std::string first = of(points.front());
  return std::ranges::all_of(points, [&](const Point& point) { return of(point) == first; }) ? first : "";
}

template <class Of, class Text>
std::string from_to(const std::vector<Point>& points, const Of& of, const Text& text) {
  const auto [least, most] = std::ranges::minmax(points, {}, of);
  return of(least) == of(most) ? text(of(least)) : text(of(least)) + " to " + text(of(most));
}

std::string with(const char* before, const std::string& text, const char* after = "") {
  return text.empty() ? "" : before + text + after;
}

std::string ranks_a_node(const Point& point) {
  if (!point.places.empty()) return "ranks " + point.places.name();
  return point.ppn == PerNode(1) ? "" : point.ppn.text() + " a node";
}

/// "Which bcast and reduce are fastest", or, of a single algorithm, "How long does bcast take".
std::string asked_of(const std::vector<Point>& points) {
  const auto collective = [](const Point& point) { return point.collective; };
  const std::string collectives = all_of(points, "collectives", collective);
  const bool one = !common(points, collective).empty();
  if (!common(points, [](const Point& point) { return point.algorithm; }).empty())
    return fmt::format("How long {} {} take", one ? "does" : "do", collectives);
  return fmt::format("Which {} {} fastest", collectives, one ? "is" : "are");
}

}  // namespace

std::string title_of(const std::vector<Point>& points) {
  const auto measured = [](const Point& point) { return backend(point).measures(); };
  const std::string platforms = all_of(points, "platforms", [](const Point& point) {
    return std::filesystem::path(point.platform).filename().string();
  });
  const auto processes = [](const Point& point) { return point.processes; };
  const auto bytes = [](const Point& point) { return point.bytes(); };
  const bool empty = std::ranges::all_of(points, [&](const Point& point) { return bytes(point) == 0; });
  return asked_of(points) + (std::ranges::all_of(points, measured) ? ", measured" : " on " + platforms) +
         with(" [", common(points, [](const Point& each) { return Options(each.overrides).to_string(); }),
              "]") +
         with(", ", from_to(points, processes, [](int number) { return std::to_string(number); }),
              " processes") +
         with(", ", common(points, ranks_a_node)) +
         (empty ? "" : ", " + from_to(points, bytes, human_bytes)) +
         with(", arriving ", common(points, [](const Point& each) { return each.arrival.text(); })) + "?";
}

}  // namespace collsim
