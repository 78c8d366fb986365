#include "validation/foreign_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "points/point.hpp"
#include "support/csv.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

using Line = std::vector<std::string>;

class Table {
 public:
  Table(const std::filesystem::path& file, const ForeignColumns& columns)
      : table_(read_csv(file)), columns_(columns) {
    for (const auto& [theirs, ours] : columns.ours) table_.header[table_.column(theirs)] = ours;
  }

  ForeignTimes read() const {
    ForeignTimes found;
    for (std::size_t index = 0; index < table_.rows.size(); ++index) {
      const Line& line = table_.rows[index];
      try {
        if (const std::string other = why_left_out(line); !other.empty())
          ++found.left_out[other];
        else
          found.times.push_back(time(line));
      } catch (const Error& error) {
        throw Error(fmt::format("{}:{}: {}", table_.file.string(), index + 2, error.what()));
      }
    }
    if (found.times.empty())
      throw Error(
          fmt::format("{}: has no measured time; right would be a line for each", table_.file.string()));
    return found;
  }

 private:
  bool has(const char* column) const { return std::ranges::count(table_.header, column) > 0; }
  /// Of the first column that there is.
  std::string text(const Line& line, std::initializer_list<const char*> columns,
                   const std::string& otherwise = "") const {
    for (const char* column : columns)
      if (has(column) && !table_.cell(line, column).empty()) return table_.cell(line, column);
    return otherwise;
  }
  template <class Number>
  static Number number(const std::string& text, const char* what, Number least, Number most) {
    if (const auto value = number_in<Number>(text); value && *value >= least && *value <= most) return *value;
    throw Error(fmt::format("{} is '{}'; right would be a number from {} to {}", what, text, least, most));
  }

  std::string why_left_out(const Line& line) const {
    if (const std::string backend = text(line, {"backend"}, "native"); backend != "native")
      return "backend " + backend;
    if (const std::string status = text(line, {"status"}, "ok"); status != "ok") return status;
    // The rows of a table of times say nothing of these.
    for (const auto& [column, usual] :
         {std::pair{"distribution", "regular"}, {"in_place", "false"}, {"root", "0"}, {"loop", "1"}})
      if (const std::string value = text(line, {column}, usual); value != usual)
        return fmt::format("{} {}", column, value);
    return "";
  }

  ForeignTime time(const Line& line) const {
    ForeignTime time;
    time.collective = text(line, {"collective"}, columns_.collective);
    if (time.collective.empty())
      throw Error("no column tells the collective; right would be --collective NAME");
    const Collective& about = collective(time.collective);
    time.algorithm = text(line, {"algorithm"});
    if (const std::string options = text(line, {"options"}); !options.empty())
      time.algorithm = label(time.collective, time.algorithm, options);
    constexpr int most = 1 << 30;
    time.processes = number(text(line, {"ranks", "p"}, "0"), "the number of ranks", 0, most);
    time.type = text(line, {"type"}, columns_.type);
    const std::int64_t size = operand_type(time.type).size;
    if (about.size != Collective::Size::nothing) time.bytes = bytes(line, size);
    time.iterations = number(text(line, {"iterations", "repetitions"}, "1"), "the number of calls", 1, most);
    const std::string quantity = text(line, {"quantity"}, "longest");
    if (quantity != "longest" && quantity != "mean")
      throw Error(
          fmt::format("the quantity is '{}'; right would be longest or mean, over the ranks", quantity));
    time.mean = quantity == "mean";
    read_seconds(line, time);
    return time;
  }

  std::int64_t bytes(const Line& line, std::int64_t size) const {
    constexpr std::int64_t most = std::int64_t{1} << 50;
    if (const std::string count = text(line, {"count"}); !count.empty())
      return size * number(count, "count", std::int64_t{1}, most / size);
    const std::string bytes = text(line, {"bytes"});
    if (bytes.empty()) throw Error("no column tells the size; right would be count or bytes (--columns)");
    return number(bytes, "bytes", size, most);
  }

  void read_seconds(const Line& line, ForeignTime& time) const {
    const bool in_seconds = has("seconds");
    if (!in_seconds && !has("median_us"))
      throw Error(
          "no column tells the time; right would be median_us or seconds (--columns THEIRS=median_us)");
    const auto microseconds = [&](const char* column, double otherwise) {
      const std::string written = text(line, {column});
      if (written.empty() && otherwise > 0) return otherwise;
      constexpr double least = 1e-6, most = 1e12;
      return in_seconds ? 1e6 * number(written, column, least * 1e-6, most * 1e-6)
                        : number(written, column, least, most);
    };
    time.median = microseconds(in_seconds ? "seconds" : "median_us", 0);
    time.low = microseconds(in_seconds ? "seconds_low" : "q1_us", time.median);
    time.high = microseconds(in_seconds ? "seconds_high" : "q3_us", time.median);
    if (time.low > time.median || time.median > time.high)
      throw Error("quartiles and median are not in order; right would be the smallest first");
  }

  CsvTable table_;
  const ForeignColumns& columns_;
};

}  // namespace

ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns) {
  return Table(file, columns).read();
}

}  // namespace collsim
