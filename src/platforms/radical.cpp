#include "platforms/radical.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "support/error.hpp"

namespace collsim {
namespace {

/// A number below 10^9 of digits alone; -1 if the text is none.
int whole_number(std::string_view text) {
  int number = -1;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = failure == std::errc() && end == text.data() + text.size() && text.front() != '-';
  return whole && number < 1'000'000'000 ? number : -1;
}

}  // namespace

std::vector<Radicals> read_radicals(const std::string& text) {
  std::istringstream parts(text);
  std::vector<Radicals> runs;
  std::int64_t hosts = 0;
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const std::string from = part.substr(0, dash),
                      to = dash == std::string::npos ? from : part.substr(dash + 1);
    const int first = whole_number(from), last = whole_number(to);
    if (first < 0 || last < 0) throw Error(fmt::format("has the radical '{}'; write 0-63", part));
    if (last < first) throw Error(fmt::format("has the radical '{}'; write {}-{}", part, last, first));
    runs.push_back({first, last - first + 1});
    hosts += runs.back().count;
    if (hosts > largest_platform)
      throw Error(
          fmt::format("has the radical '{}' of more than {} hosts; write fewer", text, largest_platform));
  }
  return runs;
}

}  // namespace collsim
