#include "support/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "support/document.hpp"
#include "support/error.hpp"
#include "support/number.hpp"
#include "support/printable.hpp"

namespace collsim {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // what some programs begin UTF-8 with

struct CsvRecord {
  std::vector<std::string> fields;
  long line;
};

/// Whether, behind apostrophes, it begins as formulas of spreadsheets do.
bool like_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return text.size() > 1 && std::string_view("=+-@").find(text.front()) != std::string_view::npos &&
         !number_in<double>(text);
}

/// All records of `text`: quoted fields may hold commas, line ends and doubled quotes.
std::vector<CsvRecord> split(const std::string& text, const std::string& file) {
  std::vector<CsvRecord> records;
  std::string field;
  bool quoted = false;
  long line = 1;
  CsvRecord record{{}, line};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (c == '"') {
      const bool doubled = quoted && i + 1 < text.size() && text[i + 1] == '"';
      if (doubled) field += text[++i];
      if (!doubled) quoted = !quoted;
    } else if (c == ',' && !quoted) {
      record.fields.push_back(std::exchange(field, {}));
    } else if (c == '\n' && !quoted) {
      record.fields.push_back(std::exchange(field, {}));
      records.push_back(std::exchange(record, CsvRecord{{}, line}));
    } else if (c != '\r' || quoted) {
      field += c;
    }
  }
  if (quoted) throw Error(fmt::format("{}:{}: the quote is never closed", file, record.line));
  if (!field.empty() || !record.fields.empty()) {
    record.fields.push_back(field);
    records.push_back(record);
  }
  return records;
}

}  // namespace

bool CsvTable::names_columns() const {
  return std::ranges::none_of(header, [](const std::string& field) {
    return field.size() > 60 || field.find_first_of(":$") != std::string::npos;
  });
}

std::size_t CsvTable::column(const std::string& name) const {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end())
    throw Error(
        fmt::format("{}: no column '{}'{}", file.string(), name,
                    names_columns() ? suggestion(name, header) : "; its first line names no columns"));
  return static_cast<std::size_t>(found - header.begin());
}

template <class Number>
Number CsvTable::number(const std::string& text) const {
  if (const auto value = number_in<Number>(text)) return *value;
  throw Error(fmt::format("{}: '{}' is not a {}", file.string(), text,
                          std::is_integral_v<Number> ? "whole number" : "number"));
}
template double CsvTable::number(const std::string&) const;
template std::int64_t CsvTable::number(const std::string&) const;

std::string csv_field(const std::string& text) {
  const std::string field = (like_formula(text) ? "'" : "") + printable(text);
  if (field.find_first_of(",\"") == std::string::npos) return field;
  std::string escaped;
  for (const char c : field) escaped += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + escaped + '"';
}

CsvTable read_csv(const std::filesystem::path& file, const Ragged& ragged) {
  std::string text = read_document(file, "a CSV file");
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  std::vector<CsvRecord> records = split(text, file.string());
  for (CsvRecord& record : records)
    for (std::string& field : record.fields)
      if (field.starts_with('\'') && like_formula(field)) field.erase(0, 1);
  if (records.empty()) throw Error(fmt::format("{}: empty, a CSV file starts with a header", file.string()));

  CsvTable table{.header = records.front().fields, .rows = {}, .lines = {}, .file = file};
  for (std::size_t i = 1; i < records.size(); ++i) {
    auto& [fields, line] = records[i];
    if (fields.size() != table.header.size()) {
      const std::string why = fmt::format("{} fields, the header has {}", fields.size(), table.header.size());
      if (!ragged) throw Error(fmt::format("{}:{}: {}", file.string(), line, why));
      ragged(line, why);
      continue;
    }
    table.rows.push_back(std::move(fields));
    table.lines.push_back(line);
  }
  return table;
}

}  // namespace collsim
