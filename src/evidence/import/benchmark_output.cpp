#include "evidence/import/benchmark_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "evidence/import/output_words.hpp"
#include "support/document.hpp"
#include "support/number.hpp"
#include "support/words.hpp"

namespace collsim {
namespace {

constexpr std::size_t longest_looked_into = 1000;  // std::regex exhausts the stack over a line of a megabyte

/// Without the rank that a launcher has written before it: "[1,0]<stdout>:" (Open MPI), "[0] " (MPICH, Intel), "0: " (Slurm).
std::string without_rank(const std::string& line) {
  static const std::regex prefix(R"(^(\[[^\]]*\](<std(out|err)>: ?| )| *\d+: ))");
  std::smatch found;
  const std::string begin = line.substr(0, longest_looked_into);
  return std::regex_search(begin, found, prefix) ? line.substr(static_cast<std::size_t>(found.length()))
                                                 : line;
}

/// How many ranks a launcher's command or a remark such as "Number of processes: 8" says; 0: nothing.
int ranks_told(const std::string& line) {
  static const std::regex launch(
      R"((?:^|[\s/])(?:mpirun|mpiexec(?:\.hydra)?|prterun|srun|aprun|ibrun)\s(?:.*\s)?(?:-np?|--np?|--ntasks)[\s=]*(\d+)(?!\S))");
  static const std::regex remark(R"(\b(?:processes|ranks|n?procs|np|n?tasks)\s*[=:]\s*(\d+)\b)",
                                 std::regex::icase);
  if (line.size() > longest_looked_into) return 0;
  std::smatch found;
  if (!std::regex_search(line, found, launch) && !std::regex_search(line, found, remark)) return 0;
  return number_in<int>(found[1].str()).value_or(0);
}

/// Follows an output line by line.
class Output {
 public:
  void take_line(long number, const std::string& line) {
    number_ = number;
    if (const auto title = after("# OSU MPI", line)) return begin(osu_name(*title));
    if (const auto name = after("# Benchmarking ", line)) return begin(*name);
    if (const auto ranks = after("# #processes = ", line)) {
      processes_ = ranks->substr(0, ranks->find_first_of(" ;"));
    } else if (const auto type = after("# Datatype: ", line)) {
      type_ = type->substr(0, type->find('.'));
    } else if (const auto reduced = after("MPI_Datatype for reductions    :", line)) {
      reduced_type_ = *reduced;
    } else if (line.find("Avg Latency(us)") != std::string::npos) {
      full_ = line.find("Max Latency(us)") != std::string::npos;
      sized_ = line.find("Size") != std::string::npos;
      kind_ = Kind::osu;
    } else if (line.find("t_max[usec]") != std::string::npos) {
      sized_ = line.find("#bytes") != std::string::npos;
      kind_ = Kind::imb;
    } else if (const auto words = words_of(line); !words.empty() && finite_number(words.front())) {
      take_row(words);
    } else if (const int told = ranks_told(line); told > 0) {
      told_ = {told, number};
    }
  }
  ForeignTimes found() const { return found_; }

 private:
  enum class Kind { none, osu, imb };

  /// The name in "[-CUDA] All-to-All Personalized Exchange Latency Test v5.6.2".
  static std::string osu_name(const std::string& title) {
    const auto begin = title.starts_with('-') ? title.find(' ') + 1 : 0;
    return title.substr(begin, title.find(" Latency Test") - begin);
  }

  void begin(const std::string& name) {
    name_ = name;
    collective_ = collective_called(name);
    kind_ = Kind::none;
    processes_ = type_ = "";
  }

  void take_row(std::vector<std::string> words) {
    if (!name_.empty() && !collective_)
      return found_.left_out.add(number_, name_ + " is no blocking collective");
    if (kind_ == Kind::none) return;
    try {
      found_.times.push_back(read(words));
    } catch (const Error& error) {
      return found_.left_out.add(number_, error.what());
    }
    if (found_.times.back().processes == 0) take_told();
  }

  /// Jobs of different sizes cannot be told apart by one --processes.
  void take_told() {
    if (found_.told.ranks == 0) found_.told = told_;
    if (told_.ranks != found_.told.ranks)
      throw Error(
          fmt::format("is of {} ranks, as line {} says, and earlier ones of {}, by line {}; right would be a "
                      "file for each "
                      "number of ranks, imported with its --processes",
                      told_.ranks, told_.line, found_.told.ranks, found_.told.line));
  }

  ForeignTime read(std::vector<std::string>& words) const {
    if (name_.empty())
      throw Error(
          "is of a table without a title; right would be '# OSU MPI Allreduce Latency Test' or '# "
          "Benchmarking Allreduce' above");
    if (std::ranges::any_of(words, [](const auto& word) { return word.starts_with("time-out"); }))
      throw Error("the benchmark gave up");
    if (std::ranges::count(words, "Fail") > 0) throw Error("the result was wrong");
    std::erase(words, "Pass");
    const std::size_t first = sized_ ? 1 : 0;  // after the size
    const std::size_t needed = first + (kind_ == Kind::imb || full_ ? 4 : 1);
    for (const auto& word : words)
      if (!finite_number(word)) throw Error(fmt::format("'{}' is no number", word));
    if (words.size() < needed)
      throw Error(fmt::format("has {} numbers; right would be {}", words.size(), needed));
    const Collective& about = collective(*collective_);
    ForeignTime time{.collective = about.name, .processes = processes(), .type = type(about)};
    time.line = number_;
    if (sized_) time.bytes = whole_within(words[0], "the size is", 0, most_bytes);
    if (time.bytes < operand_type(time.type).size && sized_) throw Error("has no elements");
    // Both mean the whole vector of a reduce-scatter, but Intel one block where all are equal.
    time.block = about.size != Collective::Size::vector && about.name != "reduce_scatter" &&
                 (about.name != "reduce_scatter_block" || kind_ == Kind::imb);
    read_time(words, first, time);
    return time;
  }

  void read_time(const std::vector<std::string>& words, std::size_t first, ForeignTime& time) const {
    std::size_t measured =
        first;  // Intel: repetitions, least, most, mean; OSU: mean, least, most, iterations
    if (kind_ == Kind::imb || full_) {
      measured = first + 2;
      time.iterations = static_cast<int>(whole_within(words[kind_ == Kind::imb ? first : first + 3],
                                                      "the number of calls is", 1, most_ranks));
    }
    time.mean = kind_ == Kind::osu && !full_;
    time.low = time.median = time.high =
        number_within(words[measured], "the time in us is", least_microseconds, most_microseconds);
  }

  int processes() const {
    if (processes_.empty()) return 0;
    return static_cast<int>(whole_within(processes_, "the number of processes is", 1, most_ranks));
  }

  std::string type(const Collective& about) const {
    if (about.combines)
      return !type_.empty()          ? type_called(type_)
             : reduced_type_.empty() ? "float"
                                     : type_called(reduced_type_);
    return type_.empty() ? "byte" : type_called(type_);
  }

  ForeignTimes found_;
  Kind kind_ = Kind::none;
  std::string name_;
  std::string processes_, type_, reduced_type_;  ///< as they are written; empty: not told
  std::optional<std::string> collective_;
  ToldRanks told_;
  long number_ = 0;
  bool sized_ = true, full_ = false;
};

/// Reads OSU's or Intel's. Throws Error with file and line.
ForeignTimes read_tables(const std::filesystem::path& file, const std::vector<std::string>& lines) {
  Output output;
  for (std::size_t i = 0; i < lines.size(); ++i) try {
      output.take_line(static_cast<long>(i) + 1, lines[i]);
    } catch (const Error& error) {
      throw Error(fmt::format("{}:{}: {}", file.string(), i + 1, error.what()));
    }
  return output.found();
}

}  // namespace

ForeignTimes read_benchmark(const std::filesystem::path& file) {
  std::istringstream text(
      read_document(file, "the output of OSU's or Intel's benchmarks, of ReproMPI or SKaMPI"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    std::ranges::replace(line, '\t', ' ');
    lines.push_back(without_rank(line));
  }
  const ForeignTimes found = std::ranges::any_of(lines, is_of_reprompi) ? read_reprompi(lines)
                             : std::ranges::any_of(lines, is_of_skampi) ? read_skampi(lines)
                                                                        : read_tables(file, lines);
  if (!found.times.empty()) return found;
  found.left_out.refuse_if_any(file);
  throw Error(
      fmt::format("{}: has no time of a blocking collective; right would be the output of OSU's or Intel's "
                  "benchmarks, of "
                  "ReproMPI or SKaMPI",
                  file.string()));
}

}  // namespace collsim
