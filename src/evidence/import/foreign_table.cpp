#include "evidence/import/foreign_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "points/point.hpp"
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

}  // namespace

/// Columns of a time in one unit.
struct ForeignTable::Unit {
  const char *median, *low, *high, *name;
  double microseconds;

  static const std::array<Unit, 5>& all() {
    static const std::array<Unit, 5> units = {
        {{"seconds", "seconds_low", "seconds_high", "seconds", 1e6},
         {"median_us", "q1_us", "q3_us", "microseconds", 1},
         {"median_ms", "q1_ms", "q3_ms", "milliseconds", 1e3},
         {"median_ns", "q1_ns", "q3_ns", "nanoseconds", 1e-3},
         {mean_us, mean_us, mean_us, "microseconds over the ranks", 1}}};
    return units;
  }
};

ForeignTable::ForeignTable(const std::filesystem::path& file, const ForeignColumns& columns)
    : table_(read_csv(file, [&](long line, const std::string& why) { left_out_.add(line, why); })),
      columns_(columns) {
  std::vector<std::string> known = {"machine", "run",   "nodes",       "torus",   "collective", "algorithm",
                                    "options", "ranks", "p",           "type",    "iterations", "repetitions",
                                    "count",   "bytes", "block_bytes", "mapping", "quantity"};
  for (const Unit& unit : Unit::all()) known.insert(known.end(), {unit.median, unit.low, unit.high});
  for (const auto& [theirs, ours] : columns.ours) {
    if (std::ranges::count(known, ours) == 0)
      throw Error(fmt::format("--columns {}={}: no column is called so here{}", theirs, ours,
                              suggestion(ours, known)));
    std::string& renamed = table_.header[table_.column(theirs)];
    if (has(ours.c_str()))
      throw Error(fmt::format("--columns {}={}: {} has a column '{}', too; right would be one", theirs, ours,
                              file.string(), ours));
    renamed = ours;
  }
  refuse_mixed_units();
}

void ForeignTable::refuse_mixed_units() const {
  std::vector<std::string> of_each_unit;
  for (const Unit& unit : Unit::all())
    for (const char* column : {unit.median, unit.low, unit.high})
      if (has(column)) {
        of_each_unit.push_back(fmt::format("'{}' in {}", column, unit.name));
        break;
      }
  if (of_each_unit.size() > 1)
    throw Error(fmt::format("{}:1: times in mixed units, {}; right would be one unit", table_.file.string(),
                            fmt::join(of_each_unit, " and ")));
}

bool ForeignTable::has(const char* column) const {
  return std::ranges::count(table_.header, column) > 0;
}

std::string ForeignTable::text(const Line& line, std::initializer_list<const char*> columns,
                               const std::string& otherwise) const {
  for (const char* column : columns)
    if (has(column) && !table_.cell(line, column).empty()) return table_.cell(line, column);
  return otherwise;
}

std::string ForeignTable::collective(const Line& line) const {
  const std::string name = text(line, {"collective"}, columns_.collective);
  if (!name.empty()) return name;
  throw Error("no column tells the collective; right would be --collective NAME");
}

int ForeignTable::processes(const Line& line) const {
  const std::string ranks = text(line, {"ranks", "p"});
  return ranks.empty() ? columns_.processes : number(ranks, "the number of ranks", 1, most_whole);
}

ForeignTime ForeignTable::time(const Line& line) const {
  ForeignTime time;
  time.machine = machine(line);
  time.run = text(line, {"run"}, time.run);
  time.torus = text(line, {"torus"});
  time.collective = collective(line);
  time.algorithm = text(line, {"algorithm"});
  if (const std::string options = text(line, {"options"}); !options.empty())
    time.algorithm = label(time.collective, time.algorithm, options);
  time.processes = processes(line);
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

void ForeignTable::refuse_others(const Line& line) const {
  const std::string measures = usual_backend(Backend::Kind::measured).name().text();
  if (const std::string backend = text(line, {"backend"}, measures); backend != measures)
    throw Error("backend " + backend);
  if (const std::string status = text(line, {"status"}, "ok"); status != "ok") throw Error(status);
  // The rows of a table of times say nothing of these.
  for (const auto& [column, usual] :
       {std::pair{"distribution", "regular"}, {"in_place", "false"}, {"root", "0"}, {"loop", "1"}})
    if (const std::string value = text(line, {column}, usual); value != usual)
      throw Error(fmt::format("{} {}", column, value));
}

void ForeignTable::for_each(const std::function<void(const Line&, long)>& call) {
  for (std::size_t index = 0; index < table_.rows.size(); ++index) try {
      call(table_.rows[index], table_.lines[index]);
    } catch (const OtherFileError&) {
      throw;
    } catch (const Error& error) {
      left_out_.add(table_.lines[index], error.what());
    }
}

std::int64_t ForeignTable::bytes(const Line& line, std::int64_t size) const {
  constexpr std::int64_t most = std::int64_t{1} << 50;
  if (const std::string count = text(line, {"count"}); !count.empty())
    return size * number(count, "count", std::int64_t{0}, most / size);
  return number(text(line, {"bytes", "block_bytes"}, "0"), "bytes", std::int64_t{0}, most);
}

void ForeignTable::read_times(const Line& line, ForeignTime& time) const {
  const auto unit = std::ranges::find_if(Unit::all(), [&](const Unit& each) { return has(each.median); });
  if (unit == Unit::all().end())
    throw Error(
        "no column tells the time; right would be median_us, median_ms or seconds (--columns "
        "THEIRS=median_us)");
  const auto microseconds = [&](const char* column, double otherwise) {
    const std::string written = text(line, {column});
    if (written.empty() && otherwise > 0) return otherwise;
    constexpr double most = 1e12;
    const auto value = number_in<double>(written);
    if (value && *value > 0 && *value * unit->microseconds <= most) return *value * unit->microseconds;
    throw Error(fmt::format("{} is '{}'; right would be {}, a number alone that is above 0", column, written,
                            unit->name));
  };
  time.median = microseconds(unit->median, 0);
  time.low = microseconds(unit->low, time.median);
  time.high = microseconds(unit->high, time.median);
  if (time.low > time.median || time.median > time.high)
    throw Error(fmt::format("quartiles and median are not in order; right would be {} <= {} <= {}", unit->low,
                            unit->median, unit->high));
}

std::int64_t elements(const ForeignTime& time, const std::string& name) {
  if (collective(name).size == Collective::Size::nothing) return 0;
  const std::int64_t found = time.bytes / operand_type(time.type).size * (time.block ? time.processes : 1);
  if (found > 0) return found;
  if (!time.sized)
    throw Error("no column tells the size; right would be count or bytes, from 1 on (--columns)");
  throw Error(fmt::format("{} bytes are no {}; right would be one or more", time.bytes, time.type));
}

ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns) {
  ForeignTable table(file, columns);
  std::vector<ForeignTime> times;
  table.for_each([&](const ForeignTable::Line& line, long number) {
    table.refuse_others(line);
    ForeignTime time = table.time(line);
    time.line = number;
    static_cast<void>(elements(time, time.collective));
    times.push_back(time);
  });
  if (times.empty()) {
    table.left_out().refuse_if_any(file);
    throw Error(fmt::format("{}: has no measured time; right would be a line for each", file.string()));
  }
  return {times, table.left_out()};
}

}  // namespace collsim
