#include "cli/check/import.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "points/choice.hpp"
#include "points/row.hpp"
#include "scenarios/atomically.hpp"
#include "validation/benchmark_output.hpp"
#include "validation/native_choices.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// A whole number from 1 on of a flag; `otherwise` without it.
int number_of(const CommandLine& arguments, const std::string& flag, int otherwise) {
  const auto place = arguments.scenario.find(flag);
  if (place == arguments.scenario.end()) return otherwise;
  int value = 0;
  const auto& text = place->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 1) return value;
  throw Error(fmt::format("--{} is '{}'; right would be one number from 1 on", flag, text));
}

/// What OSU and Intel call the size of a call is that of the block that ranks exchange, where each has one.
std::int64_t count_of(const BenchmarkLine& line, int processes) {
  const bool a_block_each =
      collective(line.collective).size != Collective::Size::vector && line.collective != "reduce_scatter";
  return line.bytes / operand_type(line.type).size * (a_block_each ? processes : 1);
}

}  // namespace

int import_command(const CommandLine& arguments) {
  if (arguments.words.size() < 2)
    throw Error("'import' takes files; right would be collsim import [ALGORITHM=]FILE... --machine NAME");
  if (arguments.machine.empty())
    throw Error("'import' does not know the machine; right would be --machine NAME");
  const int ppn = number_of(arguments, "ppn", 1);
  Cells cells{.names = {"machine", "run", "nodes", "ranks", "collective", "algorithm", "count", "type",
                        "iterations", "q1_us", "median_us", "q3_us", "quantity"},
              .lines = {}};
  for (auto word = std::next(arguments.words.begin()); word != arguments.words.end(); ++word) {
    const auto options_end = word->find(")=");
    const auto equals = options_end == std::string::npos ? word->find('=') : options_end + 1;
    const std::string algorithm = equals == std::string::npos ? installed_library : word->substr(0, equals);
    const fs::path file = equals == std::string::npos ? *word : word->substr(equals + 1);
    for (const BenchmarkLine& line : read_benchmark(file)) {
      const int processes = line.processes > 0 ? line.processes : number_of(arguments, "processes", 0);
      if (processes == 0)
        throw Error(fmt::format("{}: does not say how many ranks it had; right would be --processes N",
                                file.string()));
      static_cast<void>(choose(line.collective, algorithm));
      const Cell time = line.microseconds;
      cells.lines.push_back(
          {arguments.machine, std::string("benchmarks"), std::int64_t{(processes + ppn - 1) / ppn},
           std::int64_t{processes}, line.collective, algorithm, count_of(line, processes), line.type,
           std::int64_t{line.iterations}, time, time, time, std::string(line.mean ? "mean" : "longest")});
    }
  }
  if (arguments.out.empty()) {
    fmt::print("{}", to_csv(cells));
  } else {
    write_atomically(arguments.out, to_csv(cells));
    fmt::print("{} times: {}\n", cells.lines.size(), arguments.out);
  }
  return 0;
}

}  // namespace collsim
