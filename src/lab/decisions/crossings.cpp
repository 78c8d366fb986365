#include "lab/decisions/crossings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/decisions/what_if.hpp"
#include "points/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// "ring until x2.31 (1.155 us), then tree".
std::string course_text(const Course& course, const Crossings& found) {
  if (!course.trouble.empty()) return course.trouble;
  if (course.leader == 0) return "equal throughout";
  if (course.changes.empty()) return found.rivals.faster(course.leader) + " throughout";
  std::string text = found.rivals.faster(course.leader);
  int leader = course.leader;
  for (const double change : course.changes) {
    leader = -leader;
    text += fmt::format(" until {}, then {}", found.range.text(change), found.rivals.faster(leader));
  }
  return text;
}

}  // namespace

std::vector<RivalPoints> questions_of(const std::vector<Point>& points, const Rivals& rivals) {
  std::map<Point, Point> others;
  for (const Point& point : points)
    if (label(point) == rivals.second) others.emplace(race(point), point);
  std::vector<RivalPoints> found;
  for (const Point& point : points)
    if (const auto other = others.find(race(point)); label(point) == rivals.first && other != others.end())
      found.push_back({point, other->second});
  if (found.empty())
    throw Error(fmt::format(
        "--until: no point of {} has one of {} beside it; right would be equal sizes and the like",
        rivals.first, rivals.second));
  return found;
}

void Crossings::check() const {
  if (std::ranges::any_of(courses, [](const Course& course) { return !course.changes.empty(); })) return;
  std::string why = course_text(courses.front(), *this);
  for (const Course& course : courses)
    if (course_text(course, *this) != why)
      why = "the faster one differs from size to size, but not over the range";
  throw Error(fmt::format(
      "--until: no crossing of {} and {} for {} from {} to {}: {}; right would be a wider range or other "
      "sizes",
      rivals.first, rivals.second, range.parameter.name, range.text(1), range.text(range.span), why));
}

std::string to_text(const Crossings& found) {
  std::vector<Row> rows;
  for (const RivalPoints& each : found.questions) rows.push_back({each.first});
  TextTable table = text_table(rows, race_columns());
  table.headings.push_back({"the faster of the two"});
  for (std::size_t i = 0; i < found.questions.size(); ++i)
    table.lines[i].push_back(course_text(found.courses[i], found));
  const std::string shared = take_shared(table);
  return fmt::format("{} against {}, {} from {} to {}:\n", found.rivals.first, found.rivals.second,
                     found.range.parameter.name, found.range.text(1), found.range.text(found.range.span)) +
         shared + aligned(table);
}

Cells to_cells(const Crossings& found) {
  Cells cells = cells_named(point_columns(), {"rival", "parameter", "value", "then_faster"});
  for (std::size_t i = 0; i < found.questions.size(); ++i) {
    int leader = found.courses[i].leader;
    for (const double change : found.courses[i].changes) {
      leader = -leader;
      add_line(cells, point_columns(), {found.questions[i].first},
               {found.rivals.second, found.range.parameter.name, found.range.value(change),
                found.rivals.faster(leader)});
    }
  }
  return cells;
}

}  // namespace collsim
