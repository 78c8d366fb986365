#pragma once

#include <functional>
#include <string>
#include <vector>

namespace collsim {

/// How wide what is printed may be: as the terminal that standard output is, which programs read must not depend on: elsewhere
/// 100.
std::size_t page_width();

/// The text broken at blanks, else behind punctuation, into lines of at most `width`; those after the first begin with `hanging`
/// blanks. What has neither is cut.
std::string wrapped(const std::string& text, std::size_t width, std::size_t hanging = 0);

/// Text in columns, for people.
struct TextTable {
  struct Heading {
    std::string name = {};
    bool is_text = true;  ///< stands to the left; numbers stand to the right
    bool always = true;   ///< false: take_shared() may take the column out
  };
  std::vector<Heading> headings;
  std::vector<std::vector<std::string>> lines;  ///< each with a text per heading
};

/// A column of a table that has a line for each of some things.
template <class Thing>
struct ColumnOf {
  TextTable::Heading heading;
  std::function<std::string(const Thing&)> text;
};

template <class Thing, class Things>
TextTable table_of(const std::vector<ColumnOf<Thing>>& columns, const Things& things) {
  TextTable table;
  for (const auto& column : columns) table.headings.push_back(column.heading);
  for (const Thing& thing : things) {
    auto& line = table.lines.emplace_back();
    for (const auto& column : columns) line.push_back(column.text(thing));
  }
  return table;
}

/// The text, or what stands for none in a table.
inline std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// Every column padded to its widest text, two blanks between them, none at the end of a line. Without names
/// there is no line of headings. Where lines would be wider than `width`, the widest columns of text are broken.
std::string aligned(const TextTable& table, const std::string& indent, std::size_t width);
/// The table for standard output: as wide as the page, the headings in bold on a terminal.
std::string aligned(const TextTable& table, const std::string& indent = "");

/// The same as tables one below the other where it would be wider than the page, each with the first `shared` columns and some of the
/// others.
std::string aligned_in_parts(const TextTable& table, std::size_t shared, const std::string& indent = "");

/// The table in Markdown, padded likewise. A bar, which ends a cell there, is written as \|.
std::string markdown(const TextTable& table);

/// Takes out the columns in which all lines agree, and tells their values but "-":
/// "all: platform star, ppn 1\n", or nothing. It is wrapped, too.
std::string take_shared(TextTable& table);

}  // namespace collsim
