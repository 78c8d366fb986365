#include "support/error.hpp"

#include <algorithm>
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

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

}  // namespace

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::string> near;
  for (const auto& candidate : known) {
    const bool part = name.size() > 2 && candidate.find(name) != std::string::npos;
    if (part || distance(name, candidate) <= std::max<std::size_t>(2, name.size() / 3))
      near.push_back(candidate);
  }
  if (!near.empty()) return "; did you mean " + quoted_list(near) + "?";
  constexpr std::size_t most = 30;  // names that fit a line to be read
  if (known.size() <= most) return "; known: " + quoted_list(known);
  const std::vector<std::string> some(known.begin(), known.begin() + most);
  return "; known: " + quoted_list(some) + " and " + std::to_string(known.size() - most) + " more";
}

}  // namespace collsim
