#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "points/fields.hpp"
#include "points/point.hpp"

namespace collsim {

/// A point and its answer.
struct Row {
  Point point;
  Outcome outcome = {};
};

struct Column {
  std::string name;
  std::function<Cell(const Row&)> cell;
  std::string unit = {};     ///< "s" or "B": how the table for people shows it; empty: as it is
  std::string meaning = {};  ///< of a field; empty: told where the column is added
};
using Columns = std::vector<Column>;

/// The columns that describe a point, and all columns of a result.
const Columns& point_columns();
const Columns& columns();

/// What tables call the backends of these rows' points: backend_label().
std::function<std::string(const Point&)> backend_labels(const std::vector<Row>& rows);

/// Named columns, and lines with a cell for each.
struct Cells {
  std::vector<std::string> names;
  std::vector<std::vector<Cell>> lines;
};

/// Names columns, and what stands behind them; without a line.
Cells cells_named(const Columns& columns, const std::vector<std::string>& others);
/// Adds a line of a row's cells in these columns and of others.
void add_line(Cells& cells, const Columns& columns, const Row& row, const std::vector<Cell>& others);

/// The cell as text, without a unit; empty of none.
std::string plain_text(const Cell& cell);

/// The number; an empty cell of NaN.
Cell number_cell(double number);
/// The number; an empty cell of none.
Cell number_cell(const std::optional<double>& number);

/// RFC 4180 with a header; doubles in the shortest form that reads back the same.
std::string to_csv(const Cells& cells);
std::string to_csv(const std::vector<Row>& rows, const Columns& shown = columns());
/// A list of objects, one per line; null where a cell is empty.
nlohmann::json to_json(const Cells& cells);
nlohmann::json to_json(const std::vector<Row>& rows, const Columns& shown = columns());
/// Gives the JSON as text, indented.
std::string to_json_text(const Cells& cells);
std::string to_json_text(const std::vector<Row>& rows, const Columns& shown);
/// Aligned, with units, for people: what all rows share stands above, and each row bears its number from 1
/// on.
std::string to_table(const std::vector<Row>& rows, const Columns& shown);

}  // namespace collsim
