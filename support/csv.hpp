#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// A comma-separated table with a header line (RFC 4180: fields may be quoted), as text.
struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< each as long as the header

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

/// Throws Error with file and line: unreadable, empty, an open quote, a row of another length than the
/// header.
CsvTable read_csv(const std::filesystem::path& file);

}  // namespace collsim
