#include "validation/benchmark_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "support/document.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

constexpr double most_bytes = 1e15, most_microseconds = 1e12, most_ranks = 1e9;

/// "All-to-Allv Personalized Exchange" and "alltoallv", "Broadcast" and "Bcast" are the same. Nothing for what is no blocking
/// collective.
std::optional<std::string> collective_called(std::string name) {
  if (const auto words = name.find(" Personalized Exchange"); words != std::string::npos) name.resize(words);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  std::erase(name, '-');
  if (name == "broadcast") return "bcast";
  try {
    return collective(name).name;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string type_called(const std::string& name) {
  static const std::map<std::string, std::string> ours = {{"MPI_CHAR", "byte"},
                                                          {"MPI_BYTE", "byte"},
                                                          {"MPI_INT", "int"},
                                                          {"MPI_FLOAT", "float"},
                                                          {"MPI_DOUBLE", "double"}};
  const auto place = ours.find(name);
  if (place != ours.end()) return place->second;
  throw Error(
      fmt::format("type '{}' is not known; right would be MPI_CHAR, MPI_INT, MPI_FLOAT or MPI_DOUBLE", name));
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// What follows `mark`, if the line has it.
std::optional<std::string> after(const std::string& mark, const std::string& line) {
  const auto place = line.find(mark);
  if (place == std::string::npos) return std::nullopt;
  const auto words = words_of(line.substr(place + mark.size()));
  if (words.empty()) throw Error(fmt::format("has nothing after '{}'", mark));
  return fmt::format("{}", fmt::join(words, " "));
}

std::optional<double> number(const std::string& word) {
  const auto value = number_in<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

double number_within(const std::string& word, const char* what, double least, double most) {
  if (const auto value = number(word); value && *value >= least && *value <= most) return *value;
  throw Error(fmt::format("{} '{}'; right would be a number from {:g} to {:g}", what, word, least, most));
}

std::int64_t whole_within(const std::string& word, const char* what, double least, double most) {
  const double value = number_within(word, what, least, most);
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  throw Error(fmt::format("{} '{}'; right would be a whole number", what, word));
}

/// A line of a table begins with a number.
bool begins_with_number(const std::vector<std::string>& words) {
  return !words.empty() && number(words.front()).has_value();
}

/// Follows an output line by line.
class Output {
 public:
  void take(const std::string& line) {
    if (const auto title = after("# OSU MPI", line)) return begin(osu_name(*title));
    if (const auto name = after("# Benchmarking ", line)) return begin(*name);
    if (const auto ranks = after("# #processes = ", line))
      processes_ = static_cast<int>(
          whole_within(ranks->substr(0, ranks->find(' ')), "the number of processes is", 1, most_ranks));
    if (auto type = after("# Datatype: ", line)) type_ = type_called(type->substr(0, type->find('.')));
    if (auto type = after("MPI_Datatype for reductions    :", line)) type_ = type_called(*type);
    if (line.find("Avg Latency(us)") != std::string::npos) {
      full_ = line.find("Max Latency(us)") != std::string::npos;
      sized_ = line.find("Size") != std::string::npos;
      kind_ = Kind::osu;
    } else if (line.find("t_max[usec]") != std::string::npos) {
      sized_ = line.find("#bytes") != std::string::npos;
      kind_ = Kind::imb;
    } else if (const auto words = words_of(line); begins_with_number(words)) {
      take_row(words);
    }
  }
  ForeignTimes found;

 private:
  enum class Kind { none, osu, imb };

  /// Of "[-CUDA] All-to-All Personalized Exchange Latency Test v5.6.2".
  static std::string osu_name(const std::string& title) {
    const auto begin = title.starts_with('-') ? title.find(' ') + 1 : 0;
    return title.substr(begin, title.find(" Latency Test") - begin);
  }

  void begin(const std::string& name) {
    name_ = name;
    collective_ = collective_called(name);
    kind_ = Kind::none;
    processes_ = 0;
  }

  void take_row(const std::vector<std::string>& words) {
    if (kind_ != Kind::none && name_.empty())
      throw Error(
          "is of a table without a title; right would be '# OSU MPI Allreduce Latency Test' or '# "
          "Benchmarking "
          "Allreduce' above");
    if (!name_.empty() && !collective_) return leave_out(name_);
    if (kind_ == Kind::none) return;
    if (std::ranges::any_of(words, [](const auto& word) { return word.starts_with("time-out"); }))
      return leave_out("calls that took too long");
    const ForeignTime time = read(words);
    if (time.bytes < operand_type(time.type).size && sized_) return leave_out("calls of no elements");
    found.times.push_back(time);
  }
  void leave_out(const std::string& what) { ++found.left_out[what]; }

  ForeignTime read(const std::vector<std::string>& words) const {
    const std::size_t first = sized_ ? 1 : 0;  // after the size
    const std::size_t needed = first + (kind_ == Kind::imb || full_ ? 4 : 1);
    if (words.size() < needed)
      throw Error(fmt::format("has {} numbers; right would be {}", words.size(), needed));
    for (const auto& word : words)
      if (!number(word)) throw Error(fmt::format("'{}' is no number", word));
    const Collective& about = collective(*collective_);
    ForeignTime time{.collective = about.name, .processes = processes_};
    time.type = !about.combines ? "byte" : type_.empty() ? "float" : type_;
    if (sized_) time.bytes = whole_within(words[0], "the size is", 0, most_bytes);
    // Both mean the whole vector of a reduce-scatter, but Intel one block where all are equal.
    time.block = about.size != Collective::Size::vector && about.name != "reduce_scatter" &&
                 (about.name != "reduce_scatter_block" || kind_ == Kind::imb);
    std::size_t measured =
        first;  // Intel: repetitions, least, most, mean; OSU: mean, least, most, iterations
    if (kind_ == Kind::imb || full_) {
      measured = first + 2;
      time.iterations = static_cast<int>(whole_within(words[kind_ == Kind::imb ? first : first + 3],
                                                      "the number of calls is", 1, most_ranks));
    }
    time.mean = kind_ == Kind::osu && !full_;
    constexpr double least_microseconds = 1e-6;
    time.low = time.median = time.high =
        number_within(words[measured], "the time in us is", least_microseconds, most_microseconds);
    return time;
  }

  Kind kind_ = Kind::none;
  std::string name_, type_;
  std::optional<std::string> collective_;
  int processes_ = 0;
  bool sized_ = true, full_ = false;
};

}  // namespace

ForeignTimes read_benchmark(const std::filesystem::path& file) {
  std::istringstream text(read_document(file, "the output of OSU's or Intel's benchmarks"));
  Output output;
  int line_number = 0;
  for (std::string line; std::getline(text, line);) {
    ++line_number;
    try {
      output.take(line);
    } catch (const Error& error) {
      throw Error(fmt::format("{}:{}: {}", file.string(), line_number, error.what()));
    }
  }
  if (!output.found.times.empty()) return output.found;
  std::string instead;
  for (const auto& [what, lines] : output.found.left_out)
    instead += fmt::format("{}{} lines of {}", instead.empty() ? ", but " : ", ", lines, what);
  throw Error(fmt::format(
      "{}: has no time of a blocking collective{}; right would be the output of OSU's or Intel's benchmarks",
      file.string(), instead));
}

}  // namespace collsim
