#include "evidence/calibration/pattern_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "points/row.hpp"
#include "support/csv.hpp"

namespace collsim {
namespace {
constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
}

std::string to_csv(const std::vector<PatternTime>& times) {
  Cells cells{.names = {"pattern", "ranks", "bytes", "seconds", "low", "high", "repetitions"}, .lines = {}};
  for (const auto& time : times)
    cells.lines.push_back({time.pattern, std::int64_t{time.ranks}, time.bytes, time.seconds, time.low,
                           time.high, std::int64_t{time.repetitions}});
  return to_csv(cells);
}

std::vector<PatternTime> read_patterns(const std::filesystem::path& csv) {
  const CsvTable table = read_csv(csv);
  std::vector<PatternTime> times;
  for (const auto& row : table.rows) {
    const auto real = [&](const char* name) { return table.number<double>(table.cell(row, name)); };
    const auto whole = [&](const char* name) { return table.number<std::int64_t>(table.cell(row, name)); };
    times.push_back({table.cell(row, "pattern"), static_cast<int>(whole("ranks")), whole("bytes"),
                     real("seconds"), real("low"), real("high"), static_cast<int>(whole("repetitions"))});
    const PatternTime& time = times.back();
    const auto possible = [](double seconds) { return seconds > 0 && seconds < 1e9; };
    if (!possible(time.seconds) || !possible(time.low) || !possible(time.high) || time.high < time.low ||
        time.ranks < 1 || time.bytes < 0 || time.bytes > most_bytes)
      throw Error(
          fmt::format("{}: {} of {} B by {} ranks took {} s ({} to {}); right would be what collrun patterns "
                      "writes",
                      csv.string(), time.pattern, time.bytes, time.ranks, time.seconds, time.low, time.high));
  }
  return times;
}

double spread_of(const PatternTime& row) {
  return (row.high - row.low) / row.seconds;
}

double uncertainty(const PatternTime& row) {
  return 1.57 * spread_of(row) / std::sqrt(std::max(1, row.repetitions));
}

std::string why_mixed(const std::vector<std::string>& host_of_rank) {
  std::map<std::string, std::size_t> first_on;
  std::optional<std::size_t> sharing;
  for (std::size_t rank = 0; rank < host_of_rank.size(); ++rank)
    if (!first_on.emplace(host_of_rank[rank], rank).second && !sharing) sharing = rank;
  if (!sharing || first_on.size() == 1) return {};
  const std::string& host = host_of_rank[*sharing];
  return fmt::format(
      "ranks {} and {} share the host {}, and others are elsewhere; right would be a rank a host (srun -N {} "
      "-n {}), or all on one",
      first_on[host], *sharing, host, first_on.size(), first_on.size());
}

}  // namespace collsim
