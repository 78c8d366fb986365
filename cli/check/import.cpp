#include "cli/check/import.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "algorithms/facts/operand.hpp"
#include "points/row.hpp"
#include "scenarios/atomically.hpp"
#include "support/number.hpp"
#include "support/range.hpp"
#include "validation/foreign_table.hpp"
#include "validation/measured_cells.hpp"
#include "validation/native_choices.hpp"

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

void tell_left_out(const ForeignTimes& found, const fs::path& file) {
  for (const auto& [what, lines] : found.left_out)
    fmt::print(stderr, "{}: {} lines left out: {}\n", file.string(), lines, what);
}

}  // namespace

std::map<std::string, std::string> columns_of(const CommandLine& arguments) {
  std::map<std::string, std::string> ours;
  if (arguments.columns.empty()) return ours;
  for (const std::string& pair : split_list(arguments.columns)) {
    const auto equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw Error(fmt::format("--columns has '{}'; right would be THEIRS=OURS, such as avg=median_us", pair));
    ours[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return ours;
}

int import_command(const CommandLine& arguments) {
  if (arguments.words.size() < 2)
    throw Error("'import' takes files; right would be collsim import [ALGORITHM=]FILE... --machine NAME");
  if (arguments.machine.empty())
    throw Error("'import' does not know the machine; right would be --machine NAME");
  const Counterparts counterparts(arguments.counterparts.empty() ? measured_folder() / "algorithms.json"
                                                                 : fs::path(arguments.counterparts));
  const int ppn = number_of(arguments, "ppn", 1);
  Cells cells{.names = {"machine", "run", "nodes", "ranks", "collective", "algorithm", "count", "type",
                        "iterations", "q1_us", "median_us", "q3_us", "quantity", "torus"},
              .lines = {}};
  for (auto word = std::next(arguments.words.begin()); word != arguments.words.end(); ++word) {
    const auto options_end = word->find(")=");
    const auto equals = options_end == std::string::npos ? word->find('=') : options_end + 1;
    const std::string algorithm = equals == std::string::npos ? installed_library : word->substr(0, equals);
    const fs::path file = equals == std::string::npos ? *word : word->substr(equals + 1);
    const ForeignTimes found = read_foreign(file, arguments);
    for (const ForeignTime& time : found.times) {
      const int processes = time.processes > 0 ? time.processes : number_of(arguments, "processes", 0);
      if (processes == 0)
        throw Error(fmt::format("{}: does not say how many ranks it had; right would be --processes N",
                                file.string()));
      const std::string& its_algorithm = time.algorithm.empty() ? algorithm : time.algorithm;
      static_cast<void>(counterparts.of(time.collective, its_algorithm));
      const std::int64_t count = time.bytes / operand_type(time.type).size * (time.block ? processes : 1);
      const int nodes = time.nodes > 0 ? time.nodes : (processes + ppn - 1) / ppn;
      cells.lines.push_back({arguments.machine, time.run, std::int64_t{nodes}, std::int64_t{processes},
                             time.collective, its_algorithm, count, time.type, std::int64_t{time.iterations},
                             time.low, time.median, time.high, std::string(time.mean ? "mean" : "longest"),
                             time.torus});
    }
    tell_left_out(found, file);
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
