#include <fmt/format.h>

#include <algorithm>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "evidence/import/output_words.hpp"
#include "support/error.hpp"
#include "support/quantile.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

/// What the lines before a row say of it.
struct ReproMpiHead {
  std::vector<std::string> columns = {};  ///< empty before the line that names them
  std::string type = "MPI_BYTE", processes = {};

  /// The word of a row that is in a column; null where there is no such column.
  const std::string* word(const std::vector<std::string>& row, const char* column) const {
    const auto place = std::ranges::find(columns, column);
    return place == columns.end() ? nullptr : &row[static_cast<std::size_t>(place - columns.begin())];
  }
  /// Whether each repetition has a row.
  bool of_repetitions() const { return std::ranges::count(columns, "runtime_sec") > 0; }
};

/// The time of a row, in `median`.
ForeignTime reprompi_time(const std::vector<std::string>& row, const ReproMpiHead& head) {
  if (row.size() != head.columns.size())
    throw Error(fmt::format("has {} columns; right would be {}", row.size(), head.columns.size()));
  const std::string& test = row.front();
  const auto called = test.starts_with("MPI_") ? collective_called(test.substr(4)) : std::nullopt;
  if (!called) throw Error(test + " is no blocking collective");
  const Collective& about = collective(*called);
  ForeignTime time{.collective = about.name, .type = type_called(head.type)};
  if (!head.processes.empty())
    time.processes =
        static_cast<int>(whole_within(head.processes, "the number of processes is", 1, most_ranks));
  time.block = about.size != Collective::Size::vector;
  const std::string* count = head.word(row, "count");
  if (!count) throw Error("no column is called count");
  const std::int64_t size = operand_type(time.type).size;
  if (about.size != Collective::Size::nothing)
    time.bytes = size * whole_within(*count, "the count is", 1, most_bytes / static_cast<double>(size));
  const std::string* seconds = nullptr;
  for (const char* name : {"runtime_sec", "median_sec", "mean_sec"})
    if (!seconds) seconds = head.word(row, name);
  if (!seconds) throw Error("no column tells the time; right would be runtime_sec, median_sec or mean_sec");
  time.median =
      1e6 * number_within(*seconds, "the time in s is", 1e-6 * least_microseconds, 1e-6 * most_microseconds);
  if (const std::string* valid = head.word(row, "valid_nrep"); valid && !head.of_repetitions())
    time.iterations = static_cast<int>(whole_within(*valid, "the number of calls is", 1, most_ranks));
  return time;
}

/// A time with all its repetitions.
struct Repeated {
  ForeignTime time;
  std::vector<double> microseconds;
};

void take_repetition(const ForeignTime& time, bool of_repetitions, std::vector<Repeated>& all) {
  const auto same = std::ranges::find_if(all, [&](const Repeated& each) {
    return of_repetitions && each.time.collective == time.collective && each.time.bytes == time.bytes &&
           each.time.type == time.type && each.time.processes == time.processes;
  });
  if (same == all.end())
    all.push_back({time, {time.median}});
  else
    same->microseconds.push_back(time.median);
}

}  // namespace

bool is_of_reprompi(const std::string& line) {
  return line.starts_with("#@reproMPI");
}

ForeignTimes read_reprompi(const std::vector<std::string>& lines) {
  ForeignTimes found;
  ReproMpiHead head;
  std::vector<Repeated> all;
  long number = 0;
  for (const std::string& line : lines) {
    ++number;
    if (const auto type = after("#@datatype=", line)) {
      head.type = *type;
    } else if (const auto processes = after("#@nprocs=", line)) {
      head.processes = *processes;
    } else if (const auto words = words_of(line); !words.empty() && words.front() == "test") {
      head.columns = words;
    } else if (!head.columns.empty() && !words.empty() && !words.front().starts_with('#')) {
      try {
        ForeignTime time = reprompi_time(words, head);
        time.line = number;
        take_repetition(time, head.of_repetitions(), all);
      } catch (const Error& error) {
        found.left_out.add(number, error.what());
      }
    }
  }
  for (auto& [time, microseconds] : all) {
    std::ranges::sort(microseconds);
    time.low = quantile(microseconds, 0.25);
    time.median = quantile(microseconds, 0.5);
    time.high = quantile(microseconds, 0.75);
    if (microseconds.size() > 1) time.iterations = static_cast<int>(microseconds.size());
    found.times.push_back(time);
  }
  return found;
}

}  // namespace collsim
