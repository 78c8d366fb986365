#include "support/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "support/document.hpp"
#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

struct Record {
  std::vector<std::string> fields;
  long line;
};

/// All records of `text`: quoted fields may hold commas, line ends and doubled quotes.
std::vector<Record> split(const std::string& text, const std::string& file) {
  std::vector<Record> records;
  std::string field;
  bool quoted = false;
  long line = 1;
  Record record{{}, line};
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
      records.push_back(std::exchange(record, Record{{}, line}));
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

std::size_t CsvTable::column(const std::string& name) const {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end())
    throw Error(fmt::format("{}: no column '{}'{}", file.string(), name, suggestion(name, header)));
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

CsvTable read_csv(const std::filesystem::path& file) {
  const std::string text = read_document(file, "a CSV file");
  std::vector<Record> records = split(text, file.string());
  if (records.empty()) throw Error(fmt::format("{}: empty, a CSV file starts with a header", file.string()));

  CsvTable table{.header = records.front().fields, .rows = {}, .file = file};
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].fields.size() != table.header.size())
      throw Error(fmt::format("{}:{}: {} fields, the header has {}", file.string(), records[i].line,
                              records[i].fields.size(), table.header.size()));
    table.rows.push_back(std::move(records[i].fields));
  }
  return table;
}

}  // namespace collsim
