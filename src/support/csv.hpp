#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace collsim {

/// A comma-separated table with a header line (RFC 4180: fields may be quoted), as text.
struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< each as long as the header
  std::vector<long> lines;                     ///< of the file, where each row begins

  /// Whether the header's fields may be names of columns. The first line of what is no table, such as a file of passwords, is not
  /// for messages.
  bool names_columns() const;
  /// Throws Error naming the file and the nearest columns if there is no such column.
  std::size_t column(const std::string& name) const;
  const std::string& cell(const std::vector<std::string>& row, const std::string& name) const {
    return row[column(name)];
  }
  /// A cell's text as a Number: double or std::int64_t. Throws Error naming the file.
  template <class Number>
  Number number(const std::string& text) const;

  std::filesystem::path file;
};

/// A text as a field of a table, which stays in its line: control characters are written out, and what a spreadsheet would
/// take for a formula (=, +, - or @ before more than a number) follows an apostrophe, which read_csv() takes away.
std::string csv_field(const std::string& text);

/// Hears of a row of another length than the header, which is left out then.
using Ragged = std::function<void(long line, const std::string& why)>;

/// A byte order mark before the header is no part of it. Throws Error with file and line: unreadable, empty, an open quote, and,
/// unless `ragged` hears of it, a row of another length than the header.
CsvTable read_csv(const std::filesystem::path& file, const Ragged& ragged = {});

}  // namespace collsim
