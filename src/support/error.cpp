#include "support/error.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "support/names.hpp"
#include "support/printable.hpp"

namespace collsim {
namespace {

/// Levenshtein's edit distance, where two letters that change places are one slip.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> slips(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  std::iota(slips[0].begin(), slips[0].end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    slips[i][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = slips[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      slips[i][j] = std::min({slips[i][j - 1] + 1, slips[i - 1][j] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        slips[i][j] = std::min(slips[i][j], slips[i - 2][j - 2] + 1);
    }
  }
  return slips[a.size()][b.size()];
}

/// Whether an edit distance can be at most `most`, judged by the lengths: what a name may have in common with those
/// known is not looked for in a text of a megabyte.
bool lengths_near(std::string_view a, std::string_view b, std::size_t most) {
  return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) <= most;
}

/// What is left of a name without what people write differently: "MPI_Reduce-Scatter" is "reduce_scatter". A flag's is without its
/// hyphens.
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name.substr(name.starts_with("--") ? 2 : 0))
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
  const std::size_t few = wanted.size() < 4 ? 1 : std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<std::size_t> slips;
  for (const auto& candidate : known) {
    const std::string is = plain(candidate);
    if (is == wanted) return "; did you mean '" + candidate + "'?";
    slips.push_back(lengths_near(wanted, is, few) ? distance(wanted, is) : few + 1);
  }
  const std::size_t least = slips.empty() ? 0 : std::ranges::min(slips);
  std::vector<std::string> near, alike;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string is = plain(known[i]);
    const bool part = wanted.size() > 2 && is.find(wanted) != std::string::npos;
    if (part || (least <= few && slips[i] == least))
      near.push_back(known[i]);
    else if (wanted.size() > 5 && is.find(wanted.substr(0, wanted.size() - 1)) != std::string::npos)
      alike.push_back(known[i]);
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
