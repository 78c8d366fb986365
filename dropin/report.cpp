#include "dropin/report.hpp"

#include <sstream>

#include "support/text_table.hpp"

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
  TextTable table{.headings = {{"collective"}, {"served by"}, {"calls", false}, {"bytes", false}},
                  .lines = {}};
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, count] : counts_)
      table.lines.push_back(
          {key.first, key.second, std::to_string(count.calls), std::to_string(count.bytes)});
  }
  return "collsim: calls of all " + std::to_string(processes) + " ranks\n" + aligned(table, "  ");
}

}  // namespace collsim
