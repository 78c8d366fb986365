#include "lab/site/ping_pong_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "support/error.hpp"
#include "support/number.hpp"
#include "support/text_file.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

enum class Table { none, latency, bandwidth, both_ways, pairs, ping_pong, exchange };

/// The table that a line announces, or the one before.
Table table_after(const std::string& line, Table before) {
  static constexpr std::pair<const char*, Table> titles[] = {
      {"MPI Latency Test", Table::latency},
      {"MPI Bandwidth Test", Table::bandwidth},
      {"MPI Bi-Directional Bandwidth", Table::both_ways},
      {"MPI Multiple Bandwidth", Table::pairs},
      {"# Benchmarking PingPong", Table::ping_pong},
      {"# Benchmarking Exchange", Table::exchange}};
  for (const auto& [title, table] : titles)
    if (line.find(title) != std::string::npos) return table;
  const bool another = line.find("OSU MPI") != std::string::npos || line.starts_with("# Benchmarking ");
  return another ? Table::none : before;
}

/// The pairs in "# [ pairs: 4 ] [ window size: 64 ]"; 0 in other lines.
int pairs_in(const std::string& line) {
  const auto words = words_of(line);
  const auto word = std::ranges::find(words, "pairs:");
  if (word == words.end() || word + 1 == words.end()) return 0;
  return number_in<int>(*(word + 1)).value_or(0);
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

constexpr const char* right_output =
    "what osu_latency, osu_bw, osu_bibw, osu_mbw_mr, or IMB-MPI1 PingPong or Exchange of two ranks prints";

class OutputReader {
 public:
  explicit OutputReader(std::string text) : lines_(std::move(text)) {}

  PingPongOutput read() {
    for (std::string line; std::getline(lines_, line);) {
      ++number_;
      table_ = table_after(line, table_);
      if (const int pairs = pairs_in(line); pairs > 0) pairs_ = pairs;
      take(numbers_in(line));
    }
    if (found_.times.empty() && found_.one_way.empty() && found_.both_ways.empty() && found_.pairs.empty())
      refuse("it has no times of a point-to-point benchmark");
    std::ranges::sort(found_.times, {}, &PingPong::bytes);
    return std::move(found_);
  }

 private:
  static constexpr double most_bytes = 1e15;

  [[noreturn]] static void refuse(const std::string& why) {
    throw Error(fmt::format("{}; right would be {}", why, right_output));
  }

  /// How many numbers a row of the table has at least, and which of them it is about: a time in us, or MB/s.
  std::pair<std::size_t, std::size_t> columns() const {
    switch (table_) {
      case Table::none:
        return {std::numeric_limits<std::size_t>::max(), 0};
      case Table::pairs:
        return {3, 1};
      case Table::ping_pong:
        return {4, 2};
      case Table::exchange:
        return {6, 3};
      default:
        return {2, 1};
    }
  }

  void take(const std::vector<double>& row) {
    const auto [least, column] = columns();
    if (row.size() < least) return;
    const double value = row[column];
    if (!(value > 0) || !std::isfinite(value))
      refuse(fmt::format("line {} has no time or rate above 0", number_));
    if (!(row[0] >= 0 && row[0] <= most_bytes))
      refuse(fmt::format("line {} has no size of 0 to 1e15 B", number_));
    const auto bytes = static_cast<std::int64_t>(row[0]);
    const auto again = [&](bool is) {
      if (is) refuse(fmt::format("line {} measures {} B again, as for other ranks", number_, bytes));
    };
    const auto rate = [&](RateBySize& rates, double its) {
      if (bytes > 0) again(!rates.emplace(bytes, its).second);
    };
    if (table_ == Table::bandwidth) return rate(found_.one_way, value * 1e6);
    if (table_ == Table::both_ways) return rate(found_.both_ways, value * 1e6);
    if (table_ == Table::pairs) return rate(found_.pairs[pairs_], value * 1e6);
    // Either rank sends to both its neighbours, which are one.
    if (table_ == Table::exchange) return rate(found_.both_ways, 4 * row[0] / (value * 1e-6));
    again(std::ranges::count(found_.times, bytes, &PingPong::bytes) > 0);
    found_.times.push_back({bytes, value * 1e-6});
  }

  std::istringstream lines_;
  PingPongOutput found_;
  Table table_ = Table::none;
  int pairs_ = 1;
  long number_ = 0;
};

}  // namespace

PingPongOutput read_ping_pong_output(const std::filesystem::path& file) try {
  return OutputReader(read_text(file, right_output)).read();
} catch (const Error& error) {
  throw Error(fmt::format("{}: {}", file.string(), error.what()));
}

}  // namespace collsim
