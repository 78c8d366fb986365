#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// A line that a benchmark of collectives printed.
struct BenchmarkLine {
  std::string collective = {};  ///< ours
  int processes = 0;            ///< 0: the output does not tell
  std::string type = {};        ///< of the elements (operand.hpp)
  std::int64_t bytes = 0;       ///< as printed: of the vector, or of a block where every rank has one
  int iterations = 1;
  double microseconds = 0;
  bool mean = false;  ///< over the ranks; else of the rank that took longest
};

/// Reads what the OSU micro-benchmarks (blocking collectives, with or without -f) and Intel's IMB-MPI1 print. Of ranks'
/// times the longest is taken where it is printed. Calls of no bytes are left out except those of barriers. Throws Error
/// with file and line: a benchmark that is none of a blocking collective, a line that is none of a table, no line at all.
std::vector<BenchmarkLine> read_benchmark(const std::filesystem::path& file);

}  // namespace collsim
