#pragma once

#include <string>
#include <vector>

namespace collsim {

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

/// Every column padded to its widest text, two blanks between them, none at the end of a line. Without names
/// there is no line of headings.
std::string aligned(const TextTable& table, const std::string& indent = "");

/// The table in Markdown, padded likewise.
std::string markdown(const TextTable& table);

/// Takes out the columns in which all lines agree, and tells their values but "-":
/// "all: platform star, ppn 1\n", or nothing.
std::string take_shared(TextTable& table);

}  // namespace collsim
