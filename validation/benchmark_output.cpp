#include "validation/benchmark_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "support/document.hpp"

namespace collsim {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// "All-to-Allv" and "alltoallv", "Broadcast" and "Bcast" are the same.
std::string collective_called(const std::string& name) {
  std::string bare = lower(name);
  std::erase(bare, '-');
  if (bare == "broadcast") return "bcast";
  static const std::vector<std::string> known = {
      "allgather",      "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier", "bcast", "gather",
      "reduce_scatter", "gatherv",    "reduce",    "scatter",  "scatterv",  "scan",    "exscan"};
  if (std::ranges::count(known, bare) > 0) return bare;
  throw Error(fmt::format("'{}' is none of the blocking collectives{}", name, suggestion(bare, known)));
}

bool combines(const std::string& collective) {
  static const std::vector<std::string> all = {"allreduce", "reduce", "reduce_scatter", "scan", "exscan"};
  return std::ranges::count(all, collective) > 0;
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

/// The word after `mark`, if the line has it.
std::optional<std::string> after(const std::string& mark, const std::string& line) {
  const auto place = line.find(mark);
  if (place == std::string::npos) return std::nullopt;
  const auto words = words_of(line.substr(place + mark.size()));
  if (words.empty()) throw Error(fmt::format("has nothing after '{}'", mark));
  return words.front();
}

std::vector<double> numbers_in(const std::string& line) {
  std::istringstream stream(line);
  std::vector<double> numbers;
  for (double number = 0; stream >> number;) numbers.push_back(number);
  return numbers;
}

/// Follows an output line by line.
class Output {
 public:
  void take(const std::string& line) {
    if (const auto title = line.find("# OSU MPI"); title != std::string::npos)
      return begin_osu(line.substr(title));
    if (const auto name = after("# Benchmarking ", line)) return begin_imb(*name);
    if (const auto number = after("# #processes = ", line)) processes_ = std::stoi(*number);
    if (auto type = after("# Datatype: ", line)) type_ = type_called(type->substr(0, type->find('.')));
    if (auto type = after("MPI_Datatype for reductions    :", line)) type_ = type_called(*type);
    if (line.find("Avg Latency(us)") != std::string::npos) {
      full_ = line.find("Max Latency(us)") != std::string::npos;
      sized_ = line.find("Size") != std::string::npos;
      kind_ = Kind::osu;
    } else if (line.find("t_max[usec]") != std::string::npos) {
      sized_ = line.find("#bytes") != std::string::npos;
      kind_ = Kind::imb;
    } else if (kind_ != Kind::none) {
      if (const auto numbers = numbers_in(line); !numbers.empty()) lines_.push_back(read(numbers));
    }
  }
  std::vector<BenchmarkLine> lines() const {
    std::vector<BenchmarkLine> kept = lines_;
    std::erase_if(kept,
                  [](const BenchmarkLine& line) { return line.bytes == 0 && line.collective != "barrier"; });
    return kept;
  }

 private:
  enum class Kind { none, osu, imb };

  /// "# OSU MPI[-CUDA] All-to-All Personalized Exchange Latency Test v5.6.2"
  void begin_osu(const std::string& title) {
    const auto words = words_of(title);
    if (words.size() < 4) throw Error("is no title of a benchmark");
    collective_ = collective_called(words[3]);
    kind_ = Kind::none;
    type_.clear();
    processes_ = 0;
  }
  void begin_imb(const std::string& name) {
    collective_ = collective_called(name);
    kind_ = Kind::none;
  }

  BenchmarkLine read(const std::vector<double>& numbers) const {
    const std::size_t first = sized_ ? 1 : 0;  // after the size
    BenchmarkLine line{.collective = collective_, .processes = processes_};
    line.type = !combines(collective_) ? "byte" : type_.empty() ? "float" : type_;
    if (sized_) line.bytes = static_cast<std::int64_t>(numbers[0]);
    const std::size_t needed = first + (kind_ == Kind::imb ? 4 : full_ ? 4 : 1);
    if (numbers.size() < needed)
      throw Error(fmt::format("has {} numbers; right would be {}", numbers.size(), needed));
    if (kind_ == Kind::imb) {  // repetitions, least, most, mean
      line.iterations = static_cast<int>(numbers[first]);
      line.microseconds = numbers[first + 2];
    } else if (full_) {  // mean, least, most, iterations
      line.microseconds = numbers[first + 2];
      line.iterations = static_cast<int>(numbers[first + 3]);
    } else {
      line.microseconds = numbers[first];
      line.mean = true;
    }
    return line;
  }

  Kind kind_ = Kind::none;
  std::string collective_, type_;
  int processes_ = 0;
  bool sized_ = true, full_ = false;
  std::vector<BenchmarkLine> lines_;
};

}  // namespace

std::vector<BenchmarkLine> read_benchmark(const std::filesystem::path& file) {
  std::istringstream text(read_document(file, "the output of OSU's or Intel's benchmarks"));
  Output output;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    try {
      output.take(line);
    } catch (const std::exception& error) {
      throw Error(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  const auto lines = output.lines();
  if (lines.empty())
    throw Error(fmt::format("{}: has no line of a benchmark; right would be the output of OSU's or Intel's",
                            file.string()));
  return lines;
}

}  // namespace collsim
