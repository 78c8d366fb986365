#include "support/error.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace collsim {
namespace {

/// Levenshtein's edit distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j - 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

/// Whether an edit distance can be at most `most`, judged by the lengths: what a name may have in common with those
/// known is not looked for in a text of a megabyte.
bool lengths_near(std::string_view a, std::string_view b, std::size_t most) {
  return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) <= most;
}

std::string one_line(const std::string& text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (const auto byte = static_cast<unsigned char>(c); std::iscntrl(byte))
      line += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    else
      line += c;
  }
  constexpr std::size_t longest = 3000;  // a list of 30 known names fits twice
  if (line.size() <= longest) return line;
  return line.substr(0, longest / 2) + " ... " + line.substr(line.size() - longest / 2);
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

}  // namespace

Error::Error(const std::string& what) : std::runtime_error(one_line(what)) {}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  const std::size_t slips = std::max<std::size_t>(2, name.size() / 3);
  std::vector<std::string> near;
  for (const auto& candidate : known) {
    const bool part = name.size() > 2 && candidate.find(name) != std::string::npos;
    if (part || (lengths_near(name, candidate, slips) && distance(name, candidate) <= slips))
      near.push_back(candidate);
  }
  if (!near.empty()) return "; did you mean " + quoted_list(near) + "?";
  constexpr std::size_t most = 30;  // names that fit a line to be read
  if (known.size() <= most) return "; known: " + quoted_list(known);
  const std::vector<std::string> some(known.begin(), known.begin() + most);
  return "; known: " + quoted_list(some) + " and " + std::to_string(known.size() - most) + " more";
}

}  // namespace collsim
