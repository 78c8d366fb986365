#include "evidence/import/foreign_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "points/point.hpp"
#include "support/csv.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

template <class Number>
Number number(const std::string& text, const char* what, Number least, Number most) {
  if (const auto value = number_in<Number>(text); value && *value >= least && *value <= most) return *value;
  throw Error(fmt::format("{} is '{}'; right would be a number from {} to {}", what, text, least, most));
}

constexpr int most_whole = 1 << 30;
/// A column of times that are means over the ranks.
constexpr const char* mean_us = "mean_us";

/// Whether each rank has a block of its own. What is unknown has none.
bool has_blocks(const std::string& name) {
  return std::ranges::any_of(detail::collectives(), [&](const Collective& each) {
    using enum Collective::Size;
    return each.name == name && (each.size == blocks || each.size == varied);
  });
}

/// Names that others have for our types.
std::string our_type(const std::string& name) {
  static const std::map<std::string, std::string> ours = {
      {"int32", "int"}, {"int64", "long"}, {"float32", "float"}, {"float64", "double"}};
  const auto place = ours.find(name);
  return place == ours.end() ? operand_type(name).name : place->second;
}

/// Columns of a time in one unit.
struct TimeUnit {
  const char *median, *low, *high, *name;
  double microseconds;
};
constexpr std::array<TimeUnit, 5> units = {{{"seconds", "seconds_low", "seconds_high", "seconds", 1e6},
                                            {"median_us", "q1_us", "q3_us", "microseconds", 1},
                                            {"median_ms", "q1_ms", "q3_ms", "milliseconds", 1e3},
                                            {"median_ns", "q1_ns", "q3_ns", "nanoseconds", 1e-3},
                                            {mean_us, mean_us, mean_us, "microseconds over the ranks", 1}}};

class ForeignTable {
 public:
  using Line = std::vector<std::string>;

  ForeignTable(const std::filesystem::path& file, const ForeignColumns& columns, LeftOut& left_out)
      : table_(read_csv(file, [&](long line, const std::string& why) { left_out.add(line, why); })),
        columns_(columns) {
    std::vector<std::string> known = {"machine",    "run",         "nodes", "torus", "collective",
                                      "algorithm",  "options",     "ranks", "p",     "type",
                                      "iterations", "repetitions", "count", "bytes", "block_bytes",
                                      "mapping",    "quantity"};
    for (const TimeUnit& unit : units) known.insert(known.end(), {unit.median, unit.low, unit.high});
    for (const auto& [theirs, ours] : columns.ours) {
      if (std::ranges::count(known, ours) == 0)
        throw Error(fmt::format("--columns {}={}: no column is called so here{}", theirs, ours,
                                suggestion(ours, known)));
      std::string& renamed = table_.header[table_.column(theirs)];
      if (has(ours.c_str()))
        throw Error(fmt::format("--columns {}={}: {} has a column '{}', too; right would be one", theirs,
                                ours, file.string(), ours));
      renamed = ours;
    }
    refuse_mixed_units();
  }

  const CsvTable& table() const { return table_; }

  std::string machine(const Line& line) const { return text(line, {"machine"}); }

  /// Throws Error that does not name the line.
  ForeignTime time(const Line& line) const {
    ForeignTime time;
    time.machine = machine(line);
    time.run = text(line, {"run"}, time.run);
    time.torus = text(line, {"torus"});
    time.collective = text(line, {"collective"}, columns_.collective);
    if (time.collective.empty())
      throw Error("no column tells the collective; right would be --collective NAME");
    time.algorithm = text(line, {"algorithm"});
    if (const std::string options = text(line, {"options"}); !options.empty())
      time.algorithm = label(time.collective, time.algorithm, options);
    const std::string ranks = text(line, {"ranks", "p"});
    time.processes = ranks.empty() ? columns_.processes : number(ranks, "the number of ranks", 1, most_whole);
    if (const std::string nodes = text(line, {"nodes"}); !nodes.empty())
      time.nodes = number(nodes, "the number of nodes", 1, most_whole);
    time.mapping = text(line, {"mapping"});
    if (!time.mapping.empty() && time.mapping != "core" && time.mapping != "socket" && time.mapping != "node")
      throw Error(fmt::format("the mapping is by '{}'; right would be core, socket or node", time.mapping));
    time.type = our_type(text(line, {"type"}, columns_.type));
    time.bytes = bytes(line, operand_type(time.type).size);
    time.sized = !text(line, {"count", "bytes", "block_bytes"}).empty();
    time.block = text(line, {"count", "bytes"}).empty() && has_blocks(time.collective) && time.sized;
    time.iterations =
        number(text(line, {"iterations", "repetitions"}, "1"), "the number of calls", 1, most_whole);
    const std::string quantity = text(line, {"quantity"}, has(mean_us) ? "mean" : "longest");
    if (quantity != "longest" && quantity != "mean")
      throw Error(
          fmt::format("the quantity is '{}'; right would be longest or mean, over the ranks", quantity));
    time.mean = quantity == "mean";
    read_times(line, time);
    return time;
  }

  /// Throws Error for a line that is no time which was measured as those of other programs are.
  void refuse_others(const Line& line) const {
    const std::string measures = usual_backend(Backend::Kind::measured).name().text();
    // A time says nothing of the columns after the status.
    for (const auto& [column, usual] : {std::pair{"backend", measures.c_str()},
                                        {"status", "ok"},
                                        {"distribution", "regular"},
                                        {"in_place", "false"},
                                        {"root", "0"},
                                        {"loop", "1"}})
      if (const std::string value = text(line, {column}, usual); value != usual)
        throw Error(fmt::format("{} '{}'; right would be {}", column, value, usual));
  }

 private:
  void refuse_mixed_units() const {
    std::vector<std::string> of_each_unit;
    for (const TimeUnit& unit : units)
      for (const char* column : {unit.median, unit.low, unit.high})
        if (has(column)) {
          of_each_unit.push_back(fmt::format("'{}' in {}", column, unit.name));
          break;
        }
    if (of_each_unit.size() > 1)
      throw Error(fmt::format("{}:1: times in mixed units, {}; right would be one unit", table_.file.string(),
                              fmt::join(of_each_unit, " and ")));
  }

  bool has(const char* column) const { return std::ranges::count(table_.header, column) > 0; }

  /// The text of the first column that there is and tells something.
  std::string text(const Line& line, std::initializer_list<const char*> columns,
                   const std::string& otherwise = "") const {
    for (const char* column : columns)
      if (has(column) && !table_.cell(line, column).empty()) return table_.cell(line, column);
    return otherwise;
  }

  std::int64_t bytes(const Line& line, std::int64_t size) const {
    constexpr std::int64_t most = std::int64_t{1} << 50;
    if (const std::string count = text(line, {"count"}); !count.empty())
      return size * number(count, "count", std::int64_t{0}, most / size);
    return number(text(line, {"bytes", "block_bytes"}, "0"), "bytes", std::int64_t{0}, most);
  }

  void read_times(const Line& line, ForeignTime& time) const {
    const auto unit = std::ranges::find_if(units, [&](const TimeUnit& each) { return has(each.median); });
    if (unit == units.end())
      throw Error(
          "no column tells the time; right would be median_us, median_ms or seconds (--columns "
          "THEIRS=median_us)");
    const auto microseconds = [&](const char* column, double otherwise) {
      const std::string written = text(line, {column});
      if (written.empty() && otherwise > 0) return otherwise;
      constexpr double most = 1e12;
      const auto value = number_in<double>(written);
      if (value && *value > 0 && *value * unit->microseconds <= most) return *value * unit->microseconds;
      throw Error(fmt::format("{} is '{}'; right would be {}, a number alone that is above 0", column,
                              written, unit->name));
    };
    time.median = microseconds(unit->median, 0);
    time.low = microseconds(unit->low, time.median);
    time.high = microseconds(unit->high, time.median);
    if (time.low > time.median || time.median > time.high)
      throw Error(fmt::format("quartiles and median are not in order; right would be {} <= {} <= {}",
                              unit->low, unit->median, unit->high));
  }

  CsvTable table_;
  const ForeignColumns& columns_;
};

}  // namespace

std::int64_t elements(const ForeignTime& time, const std::string& name) {
  if (collective(name).size == Collective::Size::nothing) return 0;
  const std::int64_t found = time.bytes / operand_type(time.type).size * (time.block ? time.processes : 1);
  if (found > 0) return found;
  if (!time.sized)
    throw Error("no column tells the size; right would be count or bytes, from 1 on (--columns)");
  throw Error(fmt::format("{} bytes are no {}; right would be one or more", time.bytes, time.type));
}

ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns,
                                const TakeTime& take) {
  ForeignTimes found;
  const ForeignTable foreign(file, columns, found.left_out);
  const CsvTable& table = foreign.table();
  for (std::size_t index = 0; index < table.rows.size(); ++index) try {
      const auto& line = table.rows[index];
      const std::string machine = foreign.machine(line);
      if (!columns.machine.empty() && !machine.empty() && machine != columns.machine) {
        found.other_machines.insert(machine);
        continue;
      }
      foreign.refuse_others(line);
      ForeignTime time = foreign.time(line);
      time.line = table.lines[index];
      if (take)
        take(time);
      else
        static_cast<void>(elements(time, time.collective));
      found.times.push_back(time);
    } catch (const OtherFileError&) {
      throw;
    } catch (const Error& error) {
      found.left_out.add(table.lines[index], error.what());
    }
  if (!found.times.empty()) return found;
  found.left_out.refuse_if_any(file);
  if (take) return found;
  throw Error(fmt::format("{}: has no measured time; right would be a line for each", file.string()));
}

}  // namespace collsim
