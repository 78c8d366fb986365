#include "evidence/import/reprompi.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "evidence/import/output_words.hpp"
#include "support/error.hpp"
#include "support/quantile.hpp"
#include "support/words.hpp"

namespace collsim {

bool is_of_reprompi(const std::string& line) {
  return line.starts_with("#@reproMPI");
}

void ReproMpi::take_line(long number, const std::string& line) {
  number_ = number;
  if (const auto type = after("#@datatype=", line)) {
    type_ = *type;
  } else if (const auto processes = after("#@nprocs=", line)) {
    processes_ = *processes;
  } else if (const auto words = words_of(line); !words.empty() && words.front() == "test") {
    columns_ = words;
  } else if (!columns_.empty() && !words.empty() && !words.front().starts_with('#')) {
    try {
      take_row(words);
    } catch (const Error& error) {
      left_out_.add(number, error.what());
    }
  }
}

void ReproMpi::take_row(const std::vector<std::string>& words) {
  if (words.size() != columns_.size())
    throw Error(fmt::format("has {} columns; right would be {}", words.size(), columns_.size()));
  const auto column = [&](const char* name) -> const std::string* {
    const auto place = std::ranges::find(columns_, name);
    return place == columns_.end() ? nullptr : &words[static_cast<std::size_t>(place - columns_.begin())];
  };
  const std::string& test = words.front();
  const auto called = test.starts_with("MPI_") ? collective_called(test.substr(4)) : std::nullopt;
  if (!called) throw Error(test + " is no blocking collective");
  const Collective& about = collective(*called);
  ForeignTime time{.collective = about.name, .type = type_called(type_)};
  if (!processes_.empty())
    time.processes = static_cast<int>(whole_within(processes_, "the number of processes is", 1, most_ranks));
  time.block = about.size != Collective::Size::vector;
  time.line = number_;
  const std::string* count = column("count");
  if (!count) throw Error("no column is called count");
  const std::int64_t size = operand_type(time.type).size;
  if (about.size != Collective::Size::nothing)
    time.bytes = size * whole_within(*count, "the count is", 1, most_bytes / static_cast<double>(size));
  const std::string* seconds = nullptr;
  for (const char* name : {"runtime_sec", "median_sec", "mean_sec"})
    if (!seconds) seconds = column(name);
  if (!seconds) throw Error("no column tells the time; right would be runtime_sec, median_sec or mean_sec");
  const double microseconds =
      1e6 * number_within(*seconds, "the time in s is", 1e-6 * least_microseconds, 1e-6 * most_microseconds);
  const bool each = column("runtime_sec") != nullptr;
  if (const std::string* valid = column("valid_nrep"); valid && !each)
    time.iterations = static_cast<int>(whole_within(*valid, "the number of calls is", 1, most_ranks));
  const auto same = std::ranges::find_if(cells_, [&](const Cell& cell) {
    return each && cell.time.collective == time.collective && cell.time.bytes == time.bytes &&
           cell.time.type == time.type && cell.time.processes == time.processes;
  });
  if (same == cells_.end())
    cells_.push_back({time, {microseconds}});
  else
    same->microseconds.push_back(microseconds);
}

ForeignTimes ReproMpi::found() const {
  ForeignTimes found{.times = {}, .left_out = left_out_};
  for (Cell cell : cells_) {
    std::ranges::sort(cell.microseconds);
    cell.time.low = quantile(cell.microseconds, 0.25);
    cell.time.median = quantile(cell.microseconds, 0.5);
    cell.time.high = quantile(cell.microseconds, 0.75);
    if (cell.microseconds.size() > 1) cell.time.iterations = static_cast<int>(cell.microseconds.size());
    found.times.push_back(cell.time);
  }
  return found;
}

}  // namespace collsim
