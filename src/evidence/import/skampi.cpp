#include <fmt/format.h>

#include <map>

#include "algorithms/facts/collective.hpp"
#include "evidence/import/output_words.hpp"
#include "support/error.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

constexpr const char* begins = "begin result \"";

/// The collective of a result called as "MPI_Bcast-nodes-length".
std::optional<std::string> collective_of(const std::string& result) {
  if (!result.starts_with("MPI_")) return std::nullopt;
  return collective_called(result.substr(4, result.find('-') - 4));
}

/// The type of elements of so many bytes.
std::string type_of_size(std::int64_t bytes, std::int64_t count) {
  if (count <= 0 || bytes == count) return "byte";
  if (bytes == 4 * count) return "int";
  if (bytes == 8 * count) return "double";
  throw Error(fmt::format("{} bytes of {} elements; right would be 1, 4 or 8 bytes each", bytes, count));
}

/// `result`: the name of the one that the line is of.
ForeignTime skampi_time(const std::vector<std::string>& words, const std::string& result) {
  const auto called = collective_of(result);
  if (!called) throw Error(result + " is no blocking collective");
  const Collective& about = collective(*called);
  const bool sized = about.size != Collective::Size::nothing;
  std::map<std::string, std::string> parameters;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) {
      numbers.push_back(words[i]);
      continue;
    }
    std::string& value = parameters[words[i].substr(0, equals)];
    value = words[i].substr(equals + 1);
    if (value.empty() && i + 1 < words.size()) value = words[++i];
  }
  const std::size_t first = sized ? 1 : 0, ranks_at = first + 3;
  if (numbers.size() < ranks_at)
    throw Error(
        fmt::format("has {} numbers; right would be {} and one of each rank", numbers.size(), ranks_at));
  ForeignTime time{.collective = about.name, .type = "byte"};
  time.block = about.size != Collective::Size::vector;
  if (sized) {
    time.bytes = whole_within(numbers[0], "the size is", 1, most_bytes);
    if (const auto count = parameters.find("count"); count != parameters.end())
      time.type = type_of_size(time.bytes, whole_within(count->second, "the count is", 1, most_bytes));
  }
  time.low = time.median = time.high =
      number_within(numbers[first], "the time in us is", least_microseconds, most_microseconds);
  time.iterations =
      static_cast<int>(whole_within(numbers[first + 2], "the number of calls is", 1, most_ranks));
  time.processes = static_cast<int>(numbers.size() - ranks_at);
  if (const auto nodes = parameters.find("nodes"); nodes != parameters.end()) {
    const auto told =
        static_cast<int>(whole_within(nodes->second, "the number of processes is", 1, most_ranks));
    if (time.processes > 0 && told != time.processes)
      throw Error(
          fmt::format("has times of {} ranks, and nodes= {}; right would be the same", time.processes, told));
    time.processes = told;
  }
  return time;
}

}  // namespace

bool is_of_skampi(const std::string& line) {
  return line.find(begins) != std::string::npos;
}

ForeignTimes read_skampi(const std::vector<std::string>& lines) {
  ForeignTimes found;
  std::string result;  // its name; empty: outside one
  long number = 0;
  for (const std::string& line : lines) {
    ++number;
    if (const auto name = after(begins, line)) {
      result = name->substr(0, name->find('"'));
    } else if (line.find("end result") != std::string::npos) {
      result.clear();
    } else if (const auto words = words_of(line);
               !result.empty() && !words.empty() && !words.front().starts_with('#')) {
      try {
        found.times.push_back(skampi_time(words, result));
        found.times.back().line = number;
      } catch (const Error& error) {
        found.left_out.add(number, error.what());
      }
    }
  }
  return found;
}

}  // namespace collsim
