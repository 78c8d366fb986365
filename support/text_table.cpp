#include "support/text_table.hpp"

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

std::vector<std::size_t> widths(const std::vector<Line>& lines) {
  std::vector<std::size_t> widest;
  for (const auto& line : lines) {
    widest.resize(std::max(widest.size(), line.size()), 0);
    for (std::size_t i = 0; i < line.size(); ++i) widest[i] = std::max(widest[i], line[i].size());
  }
  return widest;
}

std::string padded(const std::string& text, std::size_t width, const TextTable::Heading& heading) {
  const std::string blanks(width - text.size(), ' ');
  return heading.is_text ? text + blanks : blanks + text;
}

}  // namespace

std::string aligned(const TextTable& table, const std::string& indent) {
  const std::vector<Line> lines = all_lines(table);
  const std::vector<std::size_t> width = widths(lines);
  std::string text;
  for (const auto& line : lines) {
    std::string whole = indent;
    for (std::size_t i = 0; i < line.size(); ++i)
      whole += padded(line[i], width[i], table.headings[i]) + "  ";
    text += whole.substr(0, whole.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string markdown(const TextTable& table) {
  const std::vector<Line> lines = all_lines(table);
  const std::vector<std::size_t> width = widths(lines);
  std::string text, rule;
  for (std::size_t i = 0; i < width.size(); ++i)
    rule += "|-" + std::string(width[i], '-') + (table.headings[i].is_text ? "-" : ":");
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      text += "| " + padded(line[i], width[i], table.headings[i]) + " ";
    text += "|\n";
    if (&line == &lines.front()) text += rule + "|\n";
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
