#include "dropin/report.hpp"

#include <cstdio>
#include <sstream>

#include "dropin/sizes.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string formatted(const char* format, double number) {
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

Report::Report(bool wanted) : wanted_(wanted), begin_(wanted ? PMPI_Wtime() : 0) {}

void Report::count(const std::string& collective, const std::string& destination, std::int64_t bytes,
                   double seconds) {
  const std::lock_guard lock(mutex_);
  Count& count = counts_[{collective, destination}];
  ++count.calls;
  count.bytes = plus(count.bytes, bytes);
  count.seconds += seconds;
}

std::string Report::text() const {
  const std::lock_guard lock(mutex_);
  std::ostringstream text;
  text.precision(17);
  text << PMPI_Wtime() - begin_ << '\n';
  for (const auto& [key, count] : counts_)
    text << key.first << '\t' << key.second << '\t' << count.calls << '\t' << count.bytes << '\t'
         << count.seconds << '\n';
  return text.str();
}

void Report::add(const std::string& text) {
  const std::lock_guard lock(mutex_);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string collective, destination;
    Count more;
    if (std::getline(words, collective, '\t') && std::getline(words, destination, '\t') &&
        words >> more.calls >> more.bytes >> more.seconds) {
      Count& count = counts_[{collective, destination}];
      count.calls += more.calls;
      count.bytes = plus(count.bytes, more.bytes);
      count.seconds += more.seconds;
    } else {
      elapsed_ += std::stod(line);  // the first line of each rank's text
    }
  }
}

std::string Report::table(int processes) const {
  const std::lock_guard lock(mutex_);
  double sum = 0;
  for (const auto& [key, count] : counts_) sum += count.seconds;
  TextTable table{.headings = {{"collective"},
                               {"served by"},
                               {"calls", false},
                               {"bytes", false},
                               {"seconds", false},
                               {"share", false}},
                  .lines = {}};
  for (const auto& [key, count] : counts_)
    table.lines.push_back({key.first, key.second, std::to_string(count.calls), std::to_string(count.bytes),
                           formatted("%.6f", count.seconds),
                           formatted("%.1f %%", sum > 0 ? 100 * count.seconds / sum : 0)});
  return "collsim: calls of all " + std::to_string(processes) + " ranks, " + formatted("%.3g", sum) +
         " of their " + formatted("%.3g", elapsed_) + " s from MPI_Init to MPI_Finalize\n" +
         aligned(table, "  ", std::string::npos);
}

}  // namespace collsim
