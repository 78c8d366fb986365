#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "evidence/import/benchmark_output.hpp"
#include "support/csv.hpp"
#include "support/error.hpp"

namespace collsim {

/// How a table is to be read.
struct ForeignColumns {
  std::map<std::string, std::string> ours = {};  ///< our names of columns, by theirs
  std::string collective = {};                   ///< where no column tells it
  std::string type = "byte";                     ///< where no column tells it
  int processes = 0;                             ///< where no column tells it; 0: not told
};

/// An error of another file than the table, which the message names.
struct OtherFileError : Error {
  using Error::Error;
};

/// A CSV table with a line for each time that somebody measured: `machine`, `run`, `nodes`, `torus`, `collective`, `algorithm`
/// and `options`, `ranks` (or `p`), `type`, `iterations` (or `repetitions`), `quantity` (longest or mean), all of which may be
/// missing, as may `mapping`; `count` in elements or `bytes`, of the whole vector, or `block_bytes`, of a rank's block where it
/// has one; the time as `median_us` (or `_ns`, `_ms`), with `q1_us` and `q3_us` where these are known, as `mean_us`, a mean over
/// the ranks, or as `seconds`, `seconds_low` and `seconds_high`, as tables of collsim's own have it.
class ForeignTable {
 public:
  using Line = std::vector<std::string>;

  /// Throws Error for a renamed column that is not there, for one that is there under both names or unknown here, and for
  /// times in more than one unit.
  ForeignTable(const std::filesystem::path& file, const ForeignColumns& columns);

  /// Empty, or the text of the column or what is told beside the table.
  std::string collective(const Line& line) const;
  std::string machine(const Line& line) const { return text(line, {"machine"}); }
  int processes(const Line& line) const;
  /// Throws Error that does not name the line.
  ForeignTime time(const Line& line) const;
  /// Throws Error for a line that is no time which was measured as those of other programs are.
  void refuse_others(const Line& line) const;
  /// Calls what throws an Error where a line is no time, which is left out then. An OtherFileError goes on.
  void for_each(const std::function<void(const Line&, long number)>& call);
  /// Adds to the lines of for_each() those of another length than the header.
  const LeftOut& left_out() const { return left_out_; }

 private:
  struct Unit;

  void refuse_mixed_units() const;
  bool has(const char* column) const;
  /// The text of the first column that there is and tells something.
  std::string text(const Line& line, std::initializer_list<const char*> columns,
                   const std::string& otherwise = "") const;
  std::int64_t bytes(const Line& line, std::int64_t size) const;
  void read_times(const Line& line, ForeignTime& time) const;

  LeftOut left_out_;
  CsvTable table_;
  ForeignColumns columns_;
};

/// Elements of the whole vector. Throws Error where there are none and the collective, one of ours, has some.
std::int64_t elements(const ForeignTime& time, const std::string& collective);

/// Reads the times of a table. Only native lines are taken where there is a `backend`, only answered ones where there is a `status`, and of collsim's own
/// those with regular blocks, not in place, from root 0, one call at a time. What else is no time is left out, too. Throws
/// Error where nothing is left.
ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns);

}  // namespace collsim
