#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace collsim {

/// A time of a collective that somebody else's program measured.
struct ForeignTime {
  std::string machine = {};  ///< empty: not told
  std::string run = "benchmarks";
  std::string torus = {};        ///< sides of the one that the job saw; empty: not told
  std::string collective = {};   ///< ours
  std::string algorithm = {};    ///< as it is called there; empty: not told
  int processes = 0, nodes = 0;  ///< 0: not told
  std::string type = {};         ///< of the elements (operand.hpp)
  std::int64_t bytes = 0;        ///< of the vector, or of one block
  bool block = false;            ///< each rank has a block of that many bytes
  int iterations = 1;
  double low = 0, median = 0, high = 0;  ///< microseconds: quartiles where they are known, else all the same
  bool mean = false;                     ///< over the ranks; else of the rank that took longest
};

struct ForeignTimes {
  std::vector<ForeignTime> times;
  std::map<std::string, std::size_t> left_out =
      {};  ///< lines that are no times of collectives, by what they are
};

/// Reads what the OSU micro-benchmarks (blocking collectives, with or without -f) and Intel's IMB-MPI1 print. Of ranks'
/// times the longest is taken where it is printed. Other benchmarks, calls of no elements but barriers and calls that a
/// benchmark gave up are left out. Throws Error with file and line: a table without a title, a number that is none or out of
/// range, an unknown type; without a line, no time at all.
ForeignTimes read_benchmark(const std::filesystem::path& file);

}  // namespace collsim
