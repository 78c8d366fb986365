#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "evidence/import/benchmark_output.hpp"
#include "support/error.hpp"

namespace collsim {

/// How a table is to be read.
struct ForeignColumns {
  std::map<std::string, std::string> ours = {};  ///< our names of columns, by theirs
  std::string collective = {};                   ///< where no column tells it
  std::string type = "byte";                     ///< where no column tells it
  int processes = 0;                             ///< where no column tells it; 0: not told
  std::string machine = {};                      ///< lines of another are passed over; empty: none are
};

/// An error of another file than the table, which the message names.
struct OtherFileError : Error {
  using Error::Error;
};

/// Elements of the whole vector. Throws Error where there are none and the collective, one of ours, has some.
std::int64_t elements(const ForeignTime& time, const std::string& collective);

/// Throws Error for what is no time after all; its line is left out then. An OtherFileError goes on.
using TakeTime = std::function<void(const ForeignTime&)>;

/// A CSV table with a line for each time that somebody measured: `machine`, `run`, `nodes`, `torus`, `collective`, `algorithm`
/// and `options`, `ranks` (or `p`), `type`, `iterations` (or `repetitions`), `quantity` (longest or mean), all of which may be
/// missing, as may `mapping`; `count` in elements or `bytes`, of the whole vector, or `block_bytes`, of a rank's block where it
/// has one; the time as `median_us` (or `_ns`, `_ms`), with `q1_us` and `q3_us` where these are known, as `mean_us`, a mean over
/// the ranks, or as `seconds`, `seconds_low` and `seconds_high`, as tables of collsim's own have it.
///
/// Only native lines are taken where there is a `backend`, only answered ones where there is a `status`, and of collsim's own
/// those with regular blocks, not in place, from root 0, one call at a time. What else is no time is left out, too, as is what
/// `take` does not take; without it, what has no elements. Throws Error for a renamed column that is not there, for one that is there
/// under both names or unknown here, for times in more than one unit, and where nothing is left; with `take` only if a line was left out.
ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns,
                                const TakeTime& take = {});

}  // namespace collsim
