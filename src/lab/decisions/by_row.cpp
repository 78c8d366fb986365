#include "lab/decisions/by_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "points/human.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// "x0.52 .. x0.98", or "-".
std::string span_text(const std::vector<double>& numbers, const std::function<std::string(double)>& text) {
  if (numbers.empty()) return "-";
  const auto [least, most] = std::ranges::minmax(numbers);
  return human_span(text(least), text(most));
}

}  // namespace

std::string without_answer(const std::vector<Row>& rows) {
  std::map<std::string, std::set<std::string>> algorithms;  // by reason
  for (const Row& row : rows)
    if (!row.outcome.ok()) algorithms[row.outcome.status.text()].insert(label(row.point));
  std::string text;
  for (const auto& [reason, its] : algorithms)
    text += wrapped(fmt::format("-: {}: {}", fmt::join(its, ", "), reason), page_width(), 3) + "\n";
  return text;
}

bool are_many(const std::vector<Row>& rows) {
  return rows.size() > 60;
}

std::string by_row(const std::vector<Row>& rows, const std::vector<TextColumn>& columns) {
  Columns asked = point_columns();
  std::erase_if(asked, [](const Column& column) { return column.name == "options"; });
  std::ranges::find(asked, "algorithm", &Column::name)->cell = [](const Row& row) {
    return label(row.point);
  };
  TextTable table = text_table(rows, asked);
  const std::size_t added = columns.size();
  for (const TextColumn& column : columns) {
    table.headings.push_back({column.name, false});
    for (std::size_t i = 0; i < rows.size(); ++i) table.lines[i].push_back(column.text(i));
  }
  const std::string shared = take_shared(table);
  return shared + aligned_in_parts(table, table.headings.size() - added);
}

std::string by_algorithm(const std::vector<Row>& rows, const std::vector<NumberColumn>& columns,
                         const std::function<std::string(double)>& text) {
  const auto backend_of = backend_labels(rows);
  std::map<std::pair<std::string, std::string>, std::vector<std::vector<double>>> numbers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& line = numbers[{label(rows[i].point), backend_of(rows[i].point)}];
    line.resize(columns.size());
    for (std::size_t column = 0; column < columns.size(); ++column)
      if (const auto number = columns[column].number(i)) line[column].push_back(*number);
  }
  using Line = decltype(numbers)::value_type;
  std::vector<ColumnOf<Line>> shown = {{{"algorithm"}, [](const Line& line) { return line.first.first; }},
                                       {{"backend"}, [](const Line& line) { return line.first.second; }}};
  for (std::size_t column = 0; column < columns.size(); ++column)
    shown.push_back({{columns[column].name, false},
                     [&text, column](const Line& line) { return span_text(line.second[column], text); }});
  return aligned_in_parts(table_of(shown, numbers), 2);
}

}  // namespace collsim
