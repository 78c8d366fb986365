#include "support/text_table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <type_traits>

#include "support/terminal.hpp"

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

constexpr const char* marks = ",;/(";  // behind which a text may be broken

/// What of a text fits a line of `width`: up to a blank or behind punctuation, else whatever fits.
std::size_t fitting(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text.size();
  if (const auto blank = text.rfind(' ', width); blank != std::string::npos && blank > 0) return blank;
  if (const auto mark = text.find_last_of(marks, width - 1); mark != std::string::npos) {
    const std::size_t next = std::min(text.find_first_of(marks, mark + 1), text.size() - 1);
    if (mark > width / 3 || next - mark <= width) return mark + 1;
  }
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  std::size_t cut = width;
  while (cut > 1 && continues(cut)) --cut;
  return cut;
}

std::vector<std::string> broken(std::string text, std::size_t width) {
  std::vector<std::string> parts;
  while (text.size() > width) {
    const std::size_t end = fitting(text, width);
    parts.push_back(text.substr(0, end));
    text.erase(0, text[end] == ' ' ? end + 1 : end);
  }
  parts.push_back(text);
  return parts;
}

/// What a column of text keeps: a few words, and what none of `breaks` parts unless it is very long.
std::size_t least_width(const TextTable& table, std::size_t column, const std::string& breaks) {
  constexpr std::size_t few_words = 24, very_long = 30;
  std::size_t least = few_words;
  for (const Line& line : table.lines) {
    const std::string& text = line[column];
    for (std::size_t first = 0; first < text.size();) {
      const std::size_t end = std::min(text.find_first_of(breaks, first), text.size() - 1) + 1;
      const std::size_t part = end - first - (text[end - 1] == ' ' ? 1 : 0);
      if (part <= very_long) least = std::max(least, part);
      first = end;
    }
  }
  return least;
}

/// Takes from the widest columns of text what the lines have too much, at blanks before it breaks what has none.
void narrow(std::vector<std::size_t>& width, const TextTable& table, std::size_t most) {
  std::size_t whole = 0;
  for (const std::size_t each : width) whole += each + 2;
  for (const std::string& breaks : {std::string(" "), std::string(" ") + marks}) {
    std::vector<std::size_t> least;
    for (std::size_t i = 0; i < width.size(); ++i) least.push_back(least_width(table, i, breaks));
    while (whole > 2 && whole - 2 > most) {
      std::size_t widest = width.size();
      for (std::size_t i = 0; i < width.size(); ++i)
        if (table.headings[i].is_text && width[i] > least[i] &&
            (widest == width.size() || width[i] > width[widest]))
          widest = i;
      if (widest == width.size()) break;
      --width[widest];
      --whole;
    }
  }
}

std::string padded(const std::string& text, std::size_t width, const TextTable::Heading& heading) {
  const std::string blanks(width - text.size(), ' ');
  return heading.is_text ? text + blanks : blanks + text;
}

}  // namespace

std::string aligned(const TextTable& table, const std::string& indent, std::size_t most) {
  const std::vector<Line> lines = all_lines(table);
  std::vector<std::size_t> width = widths(lines);
  narrow(width, table, most - std::min(most, indent.size()));
  std::string text;
  for (const auto& line : lines) {
    std::vector<std::vector<std::string>> cells;  // each broken into parts
    std::size_t height = 1;
    for (std::size_t i = 0; i < line.size(); ++i) {
      cells.push_back(broken(line[i], width[i]));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t part = 0; part < height; ++part) {
      std::string whole = indent;
      for (std::size_t i = 0; i < cells.size(); ++i)
        whole += padded(part < cells[i].size() ? cells[i][part] : "", width[i], table.headings[i]) + "  ";
      text += whole.substr(0, whole.find_last_not_of(' ') + 1) + '\n';
    }
  }
  return text;
}

std::string aligned(const TextTable& table, const std::string& indent) {
  const std::string text = aligned(table, indent, page_width());
  const auto named = [](const TextTable::Heading& heading) { return !heading.name.empty(); };
  if (std::ranges::none_of(table.headings, named)) return text;
  const std::size_t end = text.find('\n');
  return bold(text.substr(0, end)) + text.substr(end);
}

std::string aligned_in_parts(const TextTable& table, std::size_t shared, const std::string& indent) {
  const std::vector<std::size_t> width = widths(all_lines(table));
  const auto wide = [&](std::size_t first, std::size_t end) {
    std::size_t sum = 0;
    for (std::size_t i = first; i < end; ++i) sum += width[i] + 2;
    return sum;
  };
  const std::size_t room = page_width() + 2 - indent.size();
  std::string text;
  for (std::size_t first = shared, end = first; first < width.size(); first = end) {
    end = first + 1;
    while (end < width.size() && wide(0, shared) + wide(first, end + 1) <= room) ++end;
    const auto part = [&](const auto& all) {
      std::remove_cvref_t<decltype(all)> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shared));
      some.insert(some.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                  all.begin() + static_cast<std::ptrdiff_t>(end));
      return some;
    };
    TextTable its{.headings = part(table.headings), .lines = {}};
    for (const auto& line : table.lines) its.lines.push_back(part(line));
    text += aligned(its, indent);
  }
  return text;
}

std::size_t page_width() {
  constexpr std::size_t elsewhere = 100, least = 40;
  winsize size = {};
  if (::isatty(STDOUT_FILENO) != 1 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return elsewhere;
  return std::max<std::size_t>(least, size.ws_col);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t hanging) {
  std::string lines, rest = text;
  for (std::size_t room = width; rest.size() > room; room = width - hanging) {
    const std::size_t end = fitting(rest, room);
    lines += rest.substr(0, end) + '\n' + std::string(hanging, ' ');
    rest.erase(0, rest[end] == ' ' ? end + 1 : end);
  }
  return lines + rest;
}

std::string markdown(const TextTable& table) {
  std::vector<Line> lines = all_lines(table);
  for (Line& line : lines)
    for (std::string& cell : line)
      for (std::size_t bar = 0; (bar = cell.find('|', bar)) != std::string::npos; bar += 2)
        cell.insert(bar, 1, '\\');
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
  return shared.empty() ? "" : wrapped("all: " + shared, page_width(), 5) + "\n";
}

}  // namespace collsim
