#include "cli/check/import.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "algorithms/facts/operand.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/import/distinct_times.hpp"
#include "evidence/import/foreign_table.hpp"
#include "evidence/validation/measured_cells.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/scenarios/atomically.hpp"
#include "points/row.hpp"
#include "support/human.hpp"
#include "support/number.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// A whole number from 1 on of a flag; `otherwise` without it.
int number_of(const CommandLine& arguments, const std::string& flag, int otherwise) {
  const auto place = arguments.scenario.find(flag);
  if (place == arguments.scenario.end()) return otherwise;
  if (const auto value = number_in<int>(place->second); value && *value >= 1) return *value;
  throw Error(fmt::format("--{} is '{}'; right would be one number from 1 on", flag, place->second));
}

ForeignTimes read_foreign(const fs::path& file, const CommandLine& arguments) {
  if (file.extension() != ".csv") return read_benchmark(file);
  ForeignColumns columns{.ours = columns_of(arguments)};
  const auto flag = [&](const char* name, std::string& value) {
    if (const auto given = arguments.scenario.find(name); given != arguments.scenario.end())
      value = given->second;
  };
  flag("collective", columns.collective);
  flag("type", columns.type);
  return read_foreign_table(file, columns);
}

/// The ranks of a time that a file does not say more of than the command line.
int told_processes(const ForeignTimes& found, const fs::path& file, const CommandLine& arguments) {
  const int processes = number_of(arguments, "processes", 0);
  if (processes == 0)
    throw Error(
        fmt::format("{}: does not say how many ranks it had; right would be --processes N", file.string()));
  if (found.told.ranks > 0 && found.told.ranks != processes)
    throw Error(fmt::format("{}:{}: says {} ranks, --processes {}; right would be the same", file.string(),
                            found.told.line, found.told.ranks, processes));
  return processes;
}

/// The table that files become.
class Import {
 public:
  explicit Import(const CommandLine& arguments)
      : arguments_(arguments),
        counterparts_(counterparts_of(arguments), arguments.text(flags::mpi)),
        ppn_(number_of(arguments, "ppn", 1)) {}

  /// `algorithm`: of times that say none. Throws Error where nothing is left of the file.
  void add(const fs::path& file, const std::string& algorithm) {
    const ForeignTimes found = read_foreign(file, arguments_);
    LeftOut left_out = found.left_out;
    const std::size_t before = cells_.lines.size();
    for (ForeignTime time : found.times) {
      if (time.algorithm.empty()) {
        const MeasuredCounterpart counterpart =
            counterparts_.counterpart_of(time.collective, time.algorithm = algorithm);
        if (!counterpart.is_known) {
          left_out.add(time.line, counterpart.why_none);
          continue;
        }
      }
      if (time.processes == 0) time.processes = told_processes(found, file, arguments_);
      add(time, fmt::format("{}:{}", file.string(), time.line));
    }
    if (cells_.lines.size() == before) left_out.refuse_if_any(file);
    fmt::print(stderr, "{}", left_out.to_text(file));
  }
  const Cells& cells() const { return cells_; }

 private:
  void add(ForeignTime& time, const std::string& place) {
    time.machine = arguments_.text(flags::machine);
    if (time.nodes == 0) time.nodes = (time.processes + ppn_ - 1) / ppn_;
    if (time.block) time.bytes *= time.processes;
    distinct_.add(time, place);
    cells_.lines.push_back({time.machine, time.run, std::int64_t{time.nodes}, std::int64_t{time.processes},
                            time.collective, time.algorithm, time.bytes / operand_type(time.type).size,
                            time.type, std::int64_t{time.iterations}, time.low, time.median, time.high,
                            std::string(time.mean ? "mean" : "longest"), time.torus});
  }

  const CommandLine& arguments_;
  Counterparts counterparts_;
  int ppn_;
  DistinctTimes distinct_;
  Cells cells_ = {.names = {"machine", "run", "nodes", "ranks", "collective", "algorithm", "count", "type",
                            "iterations", "q1_us", "median_us", "q3_us", "quantity", "torus"},
                  .lines = {}};
};

}  // namespace

std::string counterparts_of(const CommandLine& arguments) {
  return arguments.text(flags::counterparts).empty() ? (measured_folder() / "algorithms.json").string()
                                                     : arguments.text(flags::counterparts);
}

std::map<std::string, std::string> columns_of(const CommandLine& arguments) {
  std::map<std::string, std::string> ours;
  if (arguments.text(flags::columns).empty()) return ours;
  for (const std::string& pair : split_list(arguments.text(flags::columns))) {
    const auto equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw Error(fmt::format("--columns has '{}'; right would be THEIRS=OURS, such as avg=median_us", pair));
    ours[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return ours;
}

Cells imported(const CommandLine& arguments) {
  Import import(arguments);
  for (auto word = std::next(arguments.words.begin()); word != arguments.words.end(); ++word) {
    const auto options_end = word->find(")=");
    const auto equals = options_end == std::string::npos ? word->find('=') : options_end + 1;
    if (equals == std::string::npos)
      import.add(*word, installed_library);
    else
      import.add(word->substr(equals + 1), word->substr(0, equals));
  }
  return import.cells();
}

int import_command(const CommandLine& arguments) {
  const Cells cells = imported(arguments);
  if (arguments.text(flags::out).empty()) {
    fmt::print("{}", to_csv(cells));
  } else {
    write_atomically(arguments.text(flags::out), to_csv(cells));
    fmt::print("{}: {}\n", counted(cells.lines.size(), "time"), arguments.text(flags::out));
  }
  return 0;
}

}  // namespace collsim
