#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// What a table says of each row beyond what the row asks.
struct TextColumn {
  std::string name;
  std::function<std::string(std::size_t row)> text;
};
/// Shows people rows that are few, where they differ, and these columns.
std::string by_row(const std::vector<Row>& rows, const std::vector<TextColumn>& columns);

/// A number of each row that has one.
struct NumberColumn {
  std::string name;
  std::function<std::optional<double>(std::size_t row)> number;
};
/// Tells people, where rows are many, the least and the most number of each algorithm and backend, in such words.
std::string by_algorithm(const std::vector<Row>& rows, const std::vector<NumberColumn>& columns,
                         const std::function<std::string(double)>& text);

/// Tells people which algorithms have no answer somewhere: a line for each reason.
std::string without_answer(const std::vector<Row>& rows);

/// Whether these are more rows than a person reads one by one.
bool are_many(const std::vector<Row>& rows);

}  // namespace collsim
