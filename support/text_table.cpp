#include "support/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace collsim {
namespace {

using Line = std::vector<std::string>;

/// The line of headings, if they have names, and the others.
std::vector<Line> all_lines(const TextTable& table) {
  std::vector<Line> all(1);
  for (const auto& heading : table.headings) all[0].push_back(heading.name);
  const bool named =
      std::any_of(all[0].begin(), all[0].end(), [](const auto& name) { return !name.empty(); });
  if (!named) all.clear();
  all.insert(all.end(), table.lines.begin(), table.lines.end());
  return all;
}

}  // namespace

std::string aligned(const TextTable& table, const std::string& indent) {
  const std::vector<Line> lines = all_lines(table);
  std::vector<std::size_t> widths(table.headings.size(), 0);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : lines) {
    std::string padded = indent;
    for (std::size_t i = 0; i < line.size(); ++i)
      padded += table.headings[i].is_text ? fmt::format("{:<{}}  ", line[i], widths[i])
                                          : fmt::format("{:>{}}  ", line[i], widths[i]);
    text += padded.substr(0, padded.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string take_shared(TextTable& table) {
  if (table.lines.empty()) return "";
  TextTable rest{.headings = {}, .lines = std::vector<Line>(table.lines.size())};
  std::string shared;
  for (std::size_t i = 0; i < table.headings.size(); ++i) {
    const TextTable::Heading& heading = table.headings[i];
    const std::string& first = table.lines.front()[i];
    const auto same = [&](const Line& line) { return line[i] == first; };
    if (!heading.always && std::all_of(table.lines.begin(), table.lines.end(), same)) {
      if (first != "-") shared += (shared.empty() ? "" : ", ") + heading.name + " " + first;
      continue;
    }
    rest.headings.push_back(heading);
    for (std::size_t n = 0; n < rest.lines.size(); ++n) rest.lines[n].push_back(table.lines[n][i]);
  }
  table = std::move(rest);
  return shared.empty() ? "" : "all: " + shared + "\n";
}

}  // namespace collsim
