#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "validation/benchmark_output.hpp"

namespace collsim {

/// How somebody else's table is to be read.
struct ForeignColumns {
  std::map<std::string, std::string> ours = {};  ///< our names of columns, by theirs
  std::string collective = {};                   ///< where no column tells it
  std::string type = "byte";                     ///< likewise
};

/// Reads a CSV table with a line for each time: `collective`, `algorithm` and `options`, `ranks` (or `p`), `type`, `iterations`
/// (or `repetitions`), `quantity` (longest or mean), all of which may be missing; `count` in elements or `bytes`, of the whole
/// vector; the time as `median_us`, with `q1_us` and `q3_us` where these are known, or as `seconds`, `seconds_low` and
/// `seconds_high`, as tables of collsim's own have it. Of lines with a `backend` only native ones, of those with a `status` only
/// answered ones are taken, and of collsim's own those with regular blocks, not in place, from root 0, one call at a time. Throws Error with file and line.
ForeignTimes read_foreign_table(const std::filesystem::path& file, const ForeignColumns& columns);

}  // namespace collsim
