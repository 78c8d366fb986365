#include "support/error.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "support/names.hpp"
#include "support/printable.hpp"

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

/// What is left of a name without what people write differently: "MPI_Reduce-Scatter" is "reduce_scatter".
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name)
    text += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string_view prefix = "mpi_";
  return text.starts_with(prefix) && text.size() > prefix.size() ? text.substr(prefix.size()) : text;
}

std::string one_line(const std::string& text) {
  const std::string line = printable(text);
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

std::string correction(std::string_view name, const std::vector<std::string>& known) {
  const std::string wanted = plain(name);
  const std::size_t slips = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<std::string> near, alike;
  for (const auto& candidate : known) {
    const std::string is = plain(candidate);
    if (is == wanted) return "; did you mean '" + candidate + "'?";
    const bool part = wanted.size() > 2 && is.find(wanted) != std::string::npos;
    if (part || (lengths_near(wanted, is, slips) && distance(wanted, is) <= slips))
      near.push_back(candidate);
    else if (wanted.size() > 5 && is.find(wanted.substr(0, wanted.size() - 1)) != std::string::npos)
      alike.push_back(candidate);
  }
  if (near.empty()) near = alike;
  return near.empty() ? "" : "; did you mean " + quoted_list(near) + "?";
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  if (const std::string nearest = correction(name, known); !nearest.empty()) return nearest;
  if (const auto slash = name.rfind('/');
      slash != std::string_view::npos)  // COLLECTIVE/ALGORITHM, of one collective
    if (const std::string nearest = correction(name.substr(slash + 1), known); !nearest.empty())
      return nearest;
  constexpr std::size_t most = 30;  // names that fit a line to be read
  if (known.size() <= most) return "; known: " + quoted_list(known);
  const std::vector<std::string> some(known.begin(), known.begin() + most);
  return "; known: " + quoted_list(some) + " and " + std::to_string(known.size() - most) + " more";
}

bool is_path(std::string_view text) {
  return text.find_first_of("/.") != std::string_view::npos;
}

}  // namespace collsim
