#include "site/ping_pong_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "support/error.hpp"
#include "support/number.hpp"
#include "support/text_file.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

enum class Table { none, latency, bandwidth, ping_pong };

/// The table that a line announces, or the one before.
Table table_after(const std::string& line, Table before) {
  if (line.find("OSU MPI") != std::string::npos) {
    if (line.find("Latency Test") != std::string::npos && line.find("Multi") == std::string::npos)
      return Table::latency;
    return line.find("MPI Bandwidth Test") != std::string::npos ? Table::bandwidth : Table::none;
  }
  if (const auto at = line.find("# Benchmarking "); at != std::string::npos)
    return line.substr(at + 15).starts_with("PingPong") ? Table::ping_pong : Table::none;
  return before;
}

std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  for (const std::string& word : words_of(line)) {
    const auto number = number_in<double>(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

PingPongOutput read_ping_pong_output(const std::filesystem::path& file) try {
  std::istringstream lines(read_text(file, "what osu_latency prints"));
  PingPongOutput found;
  std::vector<double> rated;
  Table table = Table::none;
  long number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    table = table_after(line, table);
    const auto row = numbers_in(line);
    const std::size_t columns = table == Table::ping_pong ? 4 : 2;
    if (table == Table::none || row.size() < columns) continue;
    const double bytes = row[0], value = row[table == Table::ping_pong ? 2 : 1];
    if (!(value > 0) || bytes < 0) throw Error(fmt::format("line {} has no time or rate above 0", number));
    const auto again = [&](bool is) {
      if (is)
        throw Error(
            fmt::format("line {} measures {:g} B again, as for another number of ranks", number, bytes));
    };
    if (table == Table::bandwidth) {
      again(std::ranges::count(rated, bytes) > 0);
      rated.push_back(bytes);
      found.rate = std::max(found.rate, value * 1e6);
    } else {
      again(std::ranges::count(found.times, static_cast<std::int64_t>(bytes), &PingPong::bytes) > 0);
      found.times.push_back({static_cast<std::int64_t>(bytes), value * 1e-6});
    }
  }
  if (found.times.empty() && rated.empty()) throw Error("it has no times of a point-to-point benchmark");
  std::ranges::sort(found.times, {}, &PingPong::bytes);
  return found;
} catch (const Error& error) {
  throw Error(fmt::format(
      "{}: {}; right would be what one osu_latency, osu_bw or IMB-MPI1 PingPong of two ranks prints",
      file.string(), error.what()));
}

}  // namespace collsim
