#include "dropin/report.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace collsim {

void Report::count(const std::string& collective, const std::string& destination, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  Count& count = counts_[{collective, destination}];
  ++count.calls;
  count.bytes += bytes;
}

std::string Report::text() const {
  const std::lock_guard lock(mutex_);
  std::ostringstream text;
  for (const auto& [key, count] : counts_)
    text << key.first << '\t' << key.second << '\t' << count.calls << '\t' << count.bytes << '\n';
  return text.str();
}

void Report::add(const std::string& text) {
  const std::lock_guard lock(mutex_);
  std::istringstream lines(text);
  std::string collective, destination, calls, bytes;
  while (std::getline(lines, collective, '\t') && std::getline(lines, destination, '\t') &&
         std::getline(lines, calls, '\t') && std::getline(lines, bytes)) {
    Count& count = counts_[{collective, destination}];
    count.calls += std::stoll(calls);
    count.bytes += std::stoll(bytes);
  }
}

std::string Report::table(int processes) const {
  using Row = std::array<std::string, 4>;
  std::vector<Row> rows = {{"collective", "served by", "calls", "bytes"}};
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, count] : counts_)
      rows.push_back({key.first, key.second, std::to_string(count.calls), std::to_string(count.bytes)});
  }
  std::array<std::size_t, 4> width{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());

  const auto spaces = [](std::size_t number) { return std::string(number, ' '); };
  std::string table = "collsim: calls of all " + std::to_string(processes) + " ranks\n";
  for (const Row& row : rows) {
    for (const std::size_t i : {0U, 1U}) table += "  " + row[i] + spaces(width[i] - row[i].size());
    for (const std::size_t i : {2U, 3U}) table += "  " + spaces(width[i] - row[i].size()) + row[i];
    table += '\n';
  }
  return table;
}

}  // namespace collsim
